/** The sample bank is certified, and none with one of the planted bugs is. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STEP_NAMES } from "#lib/certification/contract.ts";
import { Application } from "#test/process/application.ts";
import {
  type Certified,
  certify,
  hasPython,
  pythonBank,
  runCommand,
  sampleOf,
} from "./test/certification.ts";
import { PLANTED_BUGS } from "./test/planted-bugs.ts";

/** Canceling takes a minute (certification.long.test.ts). */
const QUICK = STEP_NAMES.filter((name) => name !== "cancel");
const BANKS = { TypeScript: sampleOf(), Python: pythonBank };
const app = new Application();
/** By language or planted bug. */
const runs: Record<string, Certified> = {};
const run = async (name: string, ...how: [Parameters<typeof certify>[1], object]) => {
  runs[name] = await certify(app, ...how);
};

/** At once, since they wait for most of the time. */
beforeAll(async () => {
  await app.start();
  await Promise.all([
    run("TypeScript", BANKS.TypeScript, { seed: 1, steps: QUICK }),
    (await hasPython()) && run("Python", BANKS.Python, { seed: 1, steps: QUICK, app_urls: [] }),
    ...Object.entries(PLANTED_BUGS).map(([name, [Bank, step]]) =>
      run(name, sampleOf(Bank), { seed: 1, steps: [step] }),
    ),
  ]);
});
afterAll(() => app.remove());

it.for(Object.keys(BANKS))("the bank in %s passes", async (language, { skip }) => {
  const ended = runs[language];
  if (!ended) return skip(`${language} is not installed on this machine`);
  expect(ended.steps.filter(({ status }) => status === "failed")).toEqual([]);
  expect([ended.status, ended.steps.length]).toEqual(["passed", QUICK.length]);
});

describe("a planted bug fails its step", () => {
  it.for(Object.entries(PLANTED_BUGS))("%s", ([name, [, step]]) => {
    const { status, steps } = runs[name] as Certified;
    expect(status).toBe("failed");
    expect(steps).toEqual([expect.objectContaining({ step, status: "failed" })]);
  });
});

describe("the client's command", () => {
  it("prints each step, and ends with 0 if all have passed", async () => {
    const { code, output } = await runCommand(
      app,
      sampleOf(),
      "--step",
      "plain",
      "--step",
      "clock",
    );
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^passed {2}clock$/m),
    });
  });

  it("says what is wrong, and ends with 1", async () => {
    const args = ["--step", "no_secrets_in_apps", "--app", "http://127.0.0.1:1/"];
    const { code, output } = await runCommand(app, sampleOf(), ...args);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^ {2}seen: ./m) });
  });

  it("shows how it's used if something is missing", async () => {
    const { code, output } = await runCommand(app, sampleOf(), "--endpoint", "");
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining("--probe") });
  });
});
