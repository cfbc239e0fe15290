import { expect, it } from "vitest";
import { networkOf, networksOf, networkTurn, widestNetworkOf } from "./network.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::"],
  ["::1", "::"],
  ["unknown", "unknown"],
])("maps %s to the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it("counts an IPv6 address in its /64, /56, and /48, with higher limits for wider networks", () => {
  expect(networksOf("2001:db8:1:2345:6::7")).toEqual([
    { name: "2001:db8:1:2345::", suffix: "", times: 1 },
    { name: "2001:db8:1:2300::/56", suffix: "-56", times: 2 },
    { name: "2001:db8:1::/48", suffix: "-48", times: 4 },
  ]);
  expect(networkTurn("2001:db8:1:2345:6::7")[0]).toBe(widestNetworkOf("2001:db8:1:ffff::1"));
});

it.each(["192.0.2.7", "::ffff:192.0.2.7", "unknown"])("counts %s in one network", (address) => {
  expect(networksOf(address)).toEqual([{ name: networkOf(address), suffix: "", times: 1 }]);
  expect(widestNetworkOf(address)).toBe(networkOf(address));
});
