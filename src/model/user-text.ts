import type { WriterUser } from './writer.js';

/** For people: `user ann@example.com`, `service account ci/deployer`, `user ann, impersonated by user bob (kubectl --as)`. */
export function userText(user: WriterUser): string {
  const { impersonatedBy } = user;
  const own = WORDS[user.kind](user.name);
  return impersonatedBy === undefined
    ? own
    : `${own}, impersonated by ${userText(impersonatedBy)} (as with kubectl --as)`;
}

const WORDS: Readonly<Record<WriterUser['kind'], (name: string | undefined) => string>> = {
  user: (name) => (name === undefined ? 'a user that is no service account' : `user ${name}`),
  'service-account': (name) => `service account ${name ?? ''}`,
  node: (name) => `the kubelet of ${name ?? ''}`,
  component: (name) => name ?? '',
  anonymous: () => 'somebody who had not signed in (system:anonymous)',
};
