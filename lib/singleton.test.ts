import { expect, it, vi } from "vitest";
import { perProcess } from "./singleton.ts";

it("is created once, even if its module is loaded twice", async () => {
  const make = vi.fn(() => ({}));
  const first = perProcess("test: loaded twice", make);
  vi.resetModules();
  const again = await import("./singleton.ts");
  expect(again.perProcess).not.toBe(perProcess);
  const second = again.perProcess("test: loaded twice", make);
  expect(first()).toBe(second());
  expect(make).toHaveBeenCalledTimes(1);
});

it("can be replaced, and is created again after a reset, which returns the old one", () => {
  const counter = perProcess("test: replaced", () => ({ count: 0 }));
  const made = counter();
  const other = counter.replace({ count: 5 });
  expect(counter()).toBe(other);
  expect(counter.reset()).toBe(other);
  expect(counter()).toEqual(made);
  expect(counter()).not.toBe(made);
});

it("is not stored if creating it fails", () => {
  let attempts = 0;
  const flaky = perProcess("test: fails once", () => {
    if (attempts++ === 0) throw new Error("not yet");
    return { attempts };
  });
  expect(flaky).toThrow("not yet");
  expect(flaky()).toEqual({ attempts: 2 });
  expect(flaky.reset()).toBeDefined();
  expect(flaky.reset()).toBeUndefined();
});
