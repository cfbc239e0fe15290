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

it("a target is sound for an hour after it has answered well", () => {
  const { note, isSound, pass } = make();
  expect(isSound("s")).toBe(false);
  note("s", "answered");
  pass(60 * MINUTE - 1);
  expect(isSound("s")).toBe(true);
  pass(1);
  expect(isSound("s")).toBe(false);
});

it.each(["failed", "hangs"] as const)("one that %s is unsound until it answers well", (outcome) => {
  const { note, isSound, isUnsound } = make();
  note("s", "answered");
  expect(isUnsound("s")).toBe(false);
  note("s", outcome);
  expect(isSound("s")).toBe(false);
  expect(isUnsound("s")).toBe(true);
  note("s", "answered");
  expect(isSound("s")).toBe(true);
});

it("a bank whose calls hang four times in a minute is alone for 15 minutes", () => {
  const { note, isAlone, pass } = make();
  for (let n = 0; n < 3; n++) note(`e${n}`, "hangs", "bank");
  expect(isAlone("bank")).toBe(false);
  pass(MINUTE - 1);
  note("e3", "hangs", "bank");
  expect(isAlone("bank")).toBe(true);
  expect(isAlone("other")).toBe(false);
  pass(15 * MINUTE);
  expect(isAlone("bank")).toBe(false);
});

it("one whose calls hang now and then is not", () => {
  const { note, isAlone, pass } = make();
  for (let n = 0; n < 20; n++) {
    note("e", "hangs", "bank");
    pass(MINUTE / 3);
  }
  expect(isAlone("bank")).toBe(false);
});

it("a limited number is remembered", () => {
  const { note, isSound } = make();
  for (let n = 0; n <= 10_000; n++) note(`s${n}`, "answered");
  expect([isSound("s0"), isSound("s1"), isSound("s10000")]).toEqual([false, true, true]);
});
