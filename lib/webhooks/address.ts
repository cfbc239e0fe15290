/**
 * Which addresses a webhook may go to: https, and public ones only; loopback, and http to it, where
 * the configuration says so. Asked when an endpoint is registered and again at every attempt, of the
 * literal address and of everything a name resolves to.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env, isLoopbackHost } from "../env.ts";
import { createAgents } from "../net/http-agents.ts";
import type { Address } from "../net/resolver.ts";
import { perProcess } from "../singleton.ts";

/** An address that must not be connected to. */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
}

/** Public by its number, but answered by the host of a virtual machine, with its secrets. */
const HOST_OF_A_CLOUD = ["168.63.129.16"];
/** Of IPv6 nothing else is handed out; outside of it lie loopback's other spellings, such as ::127.0.0.1. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

function isAllowedIp(ip: string): boolean {
  // `process` unwraps IPv4 within IPv6, so ::ffff:127.0.0.1 is judged as what it reaches.
  const address = ipaddr.process(ip);
  const range = address.range();
  if (range === "loopback") return env().allowLoopbackWebhooks;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_IPV6)) return false;
  return range === "unicast" && !HOST_OF_A_CLOUD.includes(address.toString());
}

/** Names that no public address has: those within a network, or of this machine, and broken ones. */
function isNeverPublic(name: string): boolean {
  return (
    !/^[^.]+(\.[^.]+)+$/.test(name) || /\.(localhost|local|internal|home\.arpa|onion)$/.test(name)
  );
}

/**
 * Checks the address as written. URL parsing has already turned `0x7f000001` and its kin into
 * dotted form; a name is checked again once it is resolved.
 * @throws ForbiddenAddress with a sentence for whoever registered it
 */
export function checkWebhookAddress(address: string): URL {
  if (!URL.canParse(address)) throw new ForbiddenAddress("this is no absolute address");
  const url = new URL(address);
  // A name with its root written out, `localhost.`, is the same name.
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  const loopback = isLoopbackHost(host);
  if (url.username || url.password) throw new ForbiddenAddress("it must hold no user or password");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    throw new ForbiddenAddress("it must start with https://");
  }
  if (loopback && !env().allowLoopbackWebhooks) throw new ForbiddenAddress("it is not public");
  const isPublic = isIP(host) ? isAllowedIp(host) : loopback || !isNeverPublic(host);
  if (!isPublic) throw new ForbiddenAddress("it is not public");
  return url;
}

/** What is wrong with an address, in words for whoever registers it. */
export function addressProblem(address: string): string | undefined {
  try {
    checkWebhookAddress(address);
    return undefined;
  } catch (error) {
    if (error instanceof ForbiddenAddress) return error.message;
    throw error;
  }
}

function checkAddresses(hostname: string, addresses: Address[]): void {
  if (addresses.length > 0 && addresses.every(({ address }) => isAllowedIp(address))) return;
  throw new ForbiddenAddress(`${hostname} does not resolve to a public address`);
}

/** The clients for webhooks, one per bank: every connection goes to an address that was checked for it. */
export const webhookAgents = perProcess("webhook agents", () =>
  createAgents({ check: checkAddresses, maxResponseSize: 1024 * 1024 }),
);
