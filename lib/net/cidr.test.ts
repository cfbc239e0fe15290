import { describe, expect, it } from "vitest";
import { isInNetworks, parseNetwork } from "./cidr.ts";

describe("a network", () => {
  it.each([
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["203.0.113.7", "203.0.113.7/32"],
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["2001:DB8::5/48", "2001:db8::/48"],
    ["2001:db8:0:0:0:0:0:1", "2001:db8::1/128"],
  ])("%s is %s", (text, cidr) => expect(parseNetwork(text)).toEqual({ cidr }));

  it.each([
    "",
    "/24",
    "203.0.113.0/",
    "203.0.113.0/33",
    "203.0.113.0/024",
    "203.0.113.0/-1",
    "203.0.113/24",
    "010.0.0.1",
    "0x0a000001",
    "167772161",
    "203.0.113.256",
    "1.2.3.4/8/9",
    "2001:db8::/129",
    "2001:db8:::/48",
    "::ffff:203.0.113.7",
    "::ffff:0:0/96",
    "fe80::1%eth0",
    "example.edu",
    "203.0.113.0/24 ",
    "203.0.113.0\0",
    "1".repeat(100_000),
  ])("isn't %j", (text) => expect(parseNetwork(text)).toBe("malformed"));

  it.each(["0.0.0.0/0", "128.0.0.0/1", "10.0.0.0/7", "::/0", "2000::/3"])(
    "isn't as wide as %s",
    (text) => expect(parseNetwork(text)).toBe("too_wide"),
  );
});

it("has the addresses with its prefix, of its own family", () => {
  const networks = ["203.0.113.0/24", "2001:db8::/48"];
  for (const inside of ["203.0.113.0", "203.0.113.255", "::ffff:203.0.113.9", "2001:db8::7"]) {
    expect(isInNetworks(inside, networks), inside).toBe(true);
  }
  const others = ["203.0.114.0", "2001:db9::7", "::cb00:7107", "", "unknown", "203.0.113.0/24"];
  for (const outside of others) expect(isInNetworks(outside, networks), outside).toBe(false);
  expect(isInNetworks("203.0.113.0", [])).toBe(false);
});
