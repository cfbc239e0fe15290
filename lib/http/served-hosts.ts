/**
 * The names under which a sandbox is served. A web page can make its own name resolve to this machine (DNS
 * rebinding), and could then read the sandbox's emails through the browser of anyone who opens it.
 */
import { env } from "../env.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export const UNKNOWN_HOST = {
  host: "This sandbox isn't served under this host name. Add the name to ALLOWED_HOSTS.",
};

const nameOf = (host: string) =>
  /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host)?.[1]?.toLowerCase() ?? "";

function served(): string[] {
  const { publicBaseUrl, embedBaseUrl, inngest, allowedHosts } = env();
  const ours = [publicBaseUrl, embedBaseUrl, inngest.serveOrigin];
  return [...LOOPBACK, ...ours.map((url) => new URL(url).hostname), ...allowedHosts];
}

/** In production, the proxy decides. */
export const isServedHost = (host: string): boolean =>
  env().environment === "production" || served().includes(nameOf(host));
