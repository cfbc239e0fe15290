/** Client networks, which limits are counted by. */
import ipaddr from "ipaddr.js";

/** Anyone with one IPv6 address has at least its /64, often a /56, and can easily get a /48. */
const IPV6_PREFIXES = [64, 56, 48] as const;

/** How many times higher the limit of each wider network is, since several subscribers may share it. */
const WIDER_MULTIPLIER = 2;

export type Network = {
  /** `2001:db8:1::/48`, or an IPv4 address. */
  name: string;
  /** Appended to names of limits: empty, `-56`, or `-48`. */
  suffix: string;
  /** The limit, as a multiple of the one for an IPv4 address or /64. */
  times: number;
};

const prefixOf = (address: ipaddr.IPv6, bits: number) =>
  ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString();

/** All networks that an address counts in, the narrowest first. */
export function networksOf(address: string): [Network, ...Network[]] {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (!(parsed instanceof ipaddr.IPv6)) {
    return [{ name: parsed?.toString() ?? address, suffix: "", times: 1 }];
  }
  const [first, ...wider] = IPV6_PREFIXES.map((bits, n) => ({
    name: n === 0 ? prefixOf(parsed, bits) : `${prefixOf(parsed, bits)}/${bits}`,
    suffix: n === 0 ? "" : `-${bits}`,
    times: WIDER_MULTIPLIER ** n,
  }));
  return [first as Network, ...wider];
}

/** The IPv4 address, or the IPv6 /64: within it, a client can choose any address. */
export const networkOf = (address: string): string => networksOf(address)[0].name;

/** The widest network of an address, by which capacity is shared: a client can't get several shares. */
export const widestNetworkOf = (address: string): string =>
  (networksOf(address).at(-1) as Network).name;

/** The key of a client in a fair queue: its networks, the widest first. */
export const networkTurn = (address: string): string[] =>
  networksOf(address)
    .map(({ name }) => name)
    .reverse();
