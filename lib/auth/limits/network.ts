/** The networks that limits count. */
import ipaddr from "ipaddr.js";

/** Who holds one IPv6 address has at least the /64, often a /56, and gets a /48 for the asking. */
const IPV6_PREFIXES = [64, 56, 48] as const;

/** Limits of a wider network, in those of the next narrower one: several subscribers may share it. */
const WIDER_TIMES = 2;

export type Network = {
  /** `2001:db8:1::/48`, or an IPv4 address. */
  name: string;
  /** For limits' names: empty, `-56`, or `-48`. */
  suffix: string;
  /** The network's limits, in those of one IPv4 address or /64. */
  times: number;
};

const prefixOf = (address: ipaddr.IPv6, bits: number) =>
  ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString();

/** All networks that an address counts against, the narrowest first. */
export function networksOf(address: string): [Network, ...Network[]] {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (!(parsed instanceof ipaddr.IPv6)) {
    return [{ name: parsed?.toString() ?? address, suffix: "", times: 1 }];
  }
  const [first, ...wider] = IPV6_PREFIXES.map((bits, n) => ({
    name: n === 0 ? prefixOf(parsed, bits) : `${prefixOf(parsed, bits)}/${bits}`,
    suffix: n === 0 ? "" : `-${bits}`,
    times: WIDER_TIMES ** n,
  }));
  return [first as Network, ...wider];
}

/** One IPv4 address, or the part of an IPv6 address that its holder cannot choose. */
export const networkOf = (address: string): string => networksOf(address)[0].name;

/** The widest network of an address, for shares that nobody may take several of. */
export const widestNetworkOf = (address: string): string =>
  (networksOf(address).at(-1) as Network).name;

/** Whose turn it is in a queue: the networks of an address, the widest first. */
export const networkTurn = (address: string): string[] =>
  networksOf(address)
    .map(({ name }) => name)
    .reverse();
