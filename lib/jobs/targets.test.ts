/** Which targets share groups. */
import { expect, it } from "vitest";
import { createTargets } from "./targets.ts";

const MINUTE = 60_000;

function make() {
  let elapsed = 0;
  const known = createTargets(() => elapsed);
  const pass = (ms: number) => {
    elapsed += ms;
  };
  return { ...known, pass };
}

it("a target is healthy for an hour after it has responded properly", () => {
  const { record, isHealthy, pass } = make();
  expect(isHealthy("s")).toBe(false);
  record("s", "answered");
  pass(60 * MINUTE - 1);
  expect(isHealthy("s")).toBe(true);
  pass(1);
  expect(isHealthy("s")).toBe(false);
});

it.each(["failed", "hangs"] as const)("one that %s is unhealthy until it responds", (outcome) => {
  const { record, isHealthy, isUnhealthy } = make();
  record("s", "answered");
  expect(isUnhealthy("s")).toBe(false);
  record("s", outcome);
  expect(isHealthy("s")).toBe(false);
  expect(isUnhealthy("s")).toBe(true);
  record("s", "answered");
  expect(isHealthy("s")).toBe(true);
});

it("a bank with four hanging calls within a minute is quarantined for 15 minutes", () => {
  const { record, isQuarantined, pass } = make();
  for (let n = 0; n < 3; n++) record(`e${n}`, "hangs", "bank");
  expect(isQuarantined("bank")).toBe(false);
  pass(MINUTE - 1);
  record("e3", "hangs", "bank");
  expect(isQuarantined("bank")).toBe(true);
  expect(isQuarantined("other")).toBe(false);
  pass(15 * MINUTE);
  expect(isQuarantined("bank")).toBe(false);
});

it("one with occasional hanging calls isn't", () => {
  const { record, isQuarantined, pass } = make();
  for (let n = 0; n < 20; n++) {
    record("e", "hangs", "bank");
    pass(MINUTE / 3);
  }
  expect(isQuarantined("bank")).toBe(false);
});

it("a limited number of targets is remembered", () => {
  const { record, isHealthy } = make();
  for (let n = 0; n <= 10_000; n++) record(`s${n}`, "answered");
  expect([isHealthy("s0"), isHealthy("s1"), isHealthy("s10000")]).toEqual([false, true, true]);
});
