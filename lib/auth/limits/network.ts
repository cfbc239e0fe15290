/** Networks, as limits count them. */
import ipaddr from "ipaddr.js";

/** Whoever has one address of IPv6 has at least these many bits' worth of others. */
const IPV6_PREFIX_BITS = 64;

/** One IPv4 address, or the part of an IPv6 address that its holder cannot choose. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX_BITS}`).toString();
}
