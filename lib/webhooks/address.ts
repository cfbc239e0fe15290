/**
 * SSRF protection: webhooks go only to https URLs with public addresses, and to loopback (http too) if the
 * configuration allows it. Checked at registration and at every attempt, for literal addresses and for
 * every address that a name resolves to.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env, isLoopbackHost } from "../env.ts";
import { createAgents } from "../net/http-agents.ts";
import type { Address } from "../net/resolver.ts";
import { perProcess } from "../singleton.ts";
import { hasExplicitHost } from "../text.ts";

export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
}

/** A public address at which a cloud provider serves metadata and secrets. */
const CLOUD_METADATA_IPS = ["168.63.129.16"];
/** The only allocated IPv6 range. Outside it are other forms of loopback, such as ::127.0.0.1. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

function isAllowedIp(ip: string): boolean {
  // `process` unwraps IPv4-mapped addresses, so ::ffff:127.0.0.1 is checked as 127.0.0.1.
  const address = ipaddr.process(ip);
  const range = address.range();
  if (range === "loopback") return env().allowLoopbackWebhooks;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return false;
  return range === "unicast" && !CLOUD_METADATA_IPS.includes(address.toString());
}

/** Names that cannot be public: local, internal, or malformed ones. */
function isNeverPublic(name: string): boolean {
  return (
    !/^[^.]+(\.[^.]+)+$/.test(name) || /\.(localhost|local|internal|home\.arpa|onion)$/.test(name)
  );
}

/**
 * The problem with a URL as written, as a message for the caller. URL parsing has already normalized hosts such as
 * `0x7f000001` to dotted form. Names are checked again when they are resolved.
 */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address) || !hasExplicitHost(address)) return "it isn't an absolute URL";
  const { hostname, protocol, username, password } = new URL(address);
  // `localhost.` with the root dot is the same name.
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  const loopback = isLoopbackHost(host);
  if (username || password) return "it must not contain a username or password";
  if (protocol !== "https:" && !(protocol === "http:" && loopback)) {
    return "it must start with https://";
  }
  if (loopback && !env().allowLoopbackWebhooks) return "it isn't public";
  const isPublic = isIP(host) ? isAllowedIp(host) : loopback || !isNeverPublic(host);
  return isPublic ? undefined : "it isn't public";
}

/** @throws ForbiddenAddress with the problem */
export function checkWebhookAddress(address: string): URL {
  const problem = addressProblem(address);
  if (problem) throw new ForbiddenAddress(problem);
  return new URL(address);
}

function checkAddresses(hostname: string, addresses: Address[]): void {
  if (addresses.length > 0 && addresses.every(({ address }) => isAllowedIp(address))) return;
  throw new ForbiddenAddress(`${hostname} doesn't resolve to a public address`);
}

/** The HTTP agents for webhooks, one per bank. Every connection goes to a checked address. */
export const webhookAgents = perProcess("webhook agents", () =>
  createAgents({ check: checkAddresses, maxResponseSize: 1024 * 1024 }),
);
