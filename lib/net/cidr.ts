/** Networks in CIDR notation, such as `203.0.113.0/24`. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A list of networks is a restriction: no few of them cover everything. */
export const MIN_PREFIX = { ipv4: 8, ipv6: 16 } as const;

/**
 * A network as text, without host bits. A single address is a network of its own.
 * @returns the problem if it's malformed or wider than `MIN_PREFIX`
 */
export function parseNetwork(text: string): { cidr: string } | "malformed" | "too_wide" {
  const [, address = "", bits] = /^([\d.a-f:]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  // ipaddr.js also reads 010.0.0.1 and 0x0a000001, which mean something else to most people.
  if (!isIP(address)) return "malformed";
  const parsed = ipaddr.parse(address);
  // Clients with such an address count as IPv4.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return "malformed";
  const isIpv4 = parsed instanceof ipaddr.IPv4;
  const prefix = Number(bits ?? (isIpv4 ? 32 : 128));
  if (prefix > (isIpv4 ? 32 : 128)) return "malformed";
  if (prefix < MIN_PREFIX[parsed.kind()]) return "too_wide";
  const family = isIpv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return { cidr: `${family.networkAddressFromCIDR(`${address}/${prefix}`)}/${prefix}` };
}

export function isInNetworks(address: string, cidrs: readonly string[]): boolean {
  if (!isIP(address)) return false;
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  // `process` unwraps IPv4-mapped addresses.
  return ipaddr.subnetMatch(ipaddr.process(address), { inside: networks }, "outside") === "inside";
}
