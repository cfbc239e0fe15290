/** Whole certifications, which take minutes: canceling waits for what may be under way. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { STEP_NAMES } from "#lib/certification/contract.ts";
import { Application } from "#test/process/application.ts";
import { certify, hasPython, pythonBank, sampleOf } from "./test/certification.ts";

const app = new Application();
beforeAll(() => app.start());
afterAll(() => app.remove());

const passed = (seed: number) => certify(app, sampleOf(), { seed });

it("the sample bank passes on three seeds, and ten runs of one have the same report", async () => {
  const runs = await Promise.all([1, 2, ...Array<number>(10).fill(3)].map(passed));
  for (const { status, steps } of runs) {
    expect(steps.filter((one) => one.status !== "passed")).toEqual([]);
    expect([status, steps.length]).toEqual(["passed", STEP_NAMES.length]);
  }
  const [first, ...same] = runs.slice(2);
  for (const { steps } of same) expect(steps).toEqual(first?.steps);
});

it("the guide's bank in Python passes, but for its app, which it doesn't have", async ({
  skip,
}) => {
  if (!(await hasPython())) skip("Python is not installed on this machine");
  const { status, steps } = await certify(app, pythonBank, { seed: 4, app_urls: [] });
  const others = steps.filter((one) => one.status !== "passed");
  expect(others).toEqual([
    expect.objectContaining({ step: "no_secrets_in_apps", status: "skipped" }),
  ]);
  expect(status).toBe("passed");
});
