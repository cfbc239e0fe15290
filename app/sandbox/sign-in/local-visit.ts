/**
 * Who may use the sandbox's sign-in links, and read its emails in full: only a browser on the machine that runs the
 * sandbox, without a proxy.
 */
import ipaddr from "ipaddr.js";
import { env, isLoopbackHost } from "#lib/env.ts";
import { requestContext } from "#lib/http/request-context.ts";

const isLoopbackAddress = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** Proxies add these. Next.js adds `X-Forwarded-For` and `-Host`, with what the connection says. */
const PROXY_HEADERS = ["forwarded", "via", "x-real-ip", "x-client-ip", "cf-connecting-ip"];

function isLoopbackName(host: string | null): boolean {
  const url = `http://${host}`;
  return host !== null && URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** Whether a request to a sandbox was sent by this machine itself. False under `next start`, which doesn't know. */
export function isLocalVisit(headers: Headers): boolean {
  const { environment, trustProxy, publicBaseUrl } = env();
  // Behind a proxy, the context's address is only what the proxy says.
  if (environment !== "sandbox" || trustProxy) return false;
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  const addresses = [requestContext()?.address ?? "", ...forwarded];
  const host = headers.get("host");
  const names = [host, headers.get("x-forwarded-host") ?? host, new URL(publicBaseUrl).host];
  return (
    names.every(isLoopbackName) &&
    addresses.every((address) => isLoopbackAddress(address.trim())) &&
    !PROXY_HEADERS.some((name) => headers.has(name))
  );
}
