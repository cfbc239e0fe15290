/** The networks that limits count. */
import ipaddr from "ipaddr.js";

/** The holder of one IPv6 address controls at least the rest of this prefix. */
const IPV6_PREFIX_BITS = 64;

/** One IPv4 address, or the part of an IPv6 address that its holder cannot choose. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_PREFIX_BITS}`).toString();
}
