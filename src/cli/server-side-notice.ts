import type { Stream } from './io.js';

/** Says before anything is sent what `--server-side` does beyond reading, and what it needs. */
export async function announceServerSide(stderr: Stream): Promise<void> {
  await stderr.write(
    'note: --server-side sends each object as a dry-run PATCH: it needs the verb patch (and create for what is missing), runs admission webhooks, and changes nothing; RBAC objects may be refused as escalation\n',
  );
}
