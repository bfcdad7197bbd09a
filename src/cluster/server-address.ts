import { GitdriftError } from '../model/errors.js';

/**
 * The address of an API server without a slash at its end, and without a user and password in it: these would be printed
 * with it. `from` says where it was named: `--server`, or a kubeconfig file. Throws `kubeconfig-invalid`.
 */
export function serverAddress(address: string, from: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new GitdriftError(
      'kubeconfig-invalid',
      `the address of the API server that ${from} names is no http or https URL`,
      { hint: 'an example is https://10.0.0.1:6443' },
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
