import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Connection } from './connection.js';

/** The proxy on the way to an API server: the kubeconfig's own, else that of the environment. May hold a login. */
export function proxyOf(connection: Connection, env: Readonly<Record<string, string | undefined>>): string | undefined {
  return connection.cluster.proxyUrl ?? proxyFor(new URL(connection.server), env);
}

/**
 * The proxy that the environment asks for on the way to `server`, or undefined; the rules are those of Go's
 * golang.org/x/net/http/httpproxy, which kubectl goes by. A kubeconfig's own `proxy-url` comes before it.
 */
export function proxyFor(server: URL, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const proxy =
    server.protocol === 'https:' ? (env.HTTPS_PROXY ?? env.https_proxy) : (env.HTTP_PROXY ?? env.http_proxy);
  if (proxy === undefined || proxy === '') return undefined;
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isLoopback(host)) return undefined;
  const exempt = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  const port = server.port === '' ? (server.protocol === 'https:' ? '443' : '80') : server.port;
  if (exempt.some((entry) => entry !== '' && exempts(entry, host, port))) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** True for the names and addresses of the own machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function exempts(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return inNetwork(entry, host);
  const [name, onlyPort] = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (isIP(name) !== 0) return name === host;
  const domain = name.replace(/^\*\./, '.');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function splitPort(entry: string): [name: string, port: string | undefined] {
  if (isIPv6(entry)) return [entry, undefined];
  const found = /^\[?(.*?)\]?:(\d+)$/.exec(entry);
  return found === null ? [entry, undefined] : [found[1] ?? '', found[2]];
}

function inNetwork(cidr: string, host: string): boolean {
  const [network = '', bits = ''] = cidr.split('/');
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || !/^\d+$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) {
    return false;
  }
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), kind);
  return list.check(host, kind);
}
