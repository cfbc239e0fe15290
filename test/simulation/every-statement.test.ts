/** A gift that comes alone, whose process is killed after each of its statements in turn: each time it ends once. */
import { expect, it } from "vitest";
import type { StatementFault } from "./database.ts";
import { prepareSimulations, reportOf } from "./simulation.ts";

const simulate = prepareSimulations();

/** A linked customer's gift, with the embedded executor, to a platform that works, with two endpoints. */
const SEED = 17;
const platforms = { faulty: false };
/** What a gift goes through, in order. */
const LANDMARKS = ["accept", "begin-pushes", "settle", "insert-runs", "log-attempts"];
const FAULTS = ["kill after", "cut after"] as const;

/** @returns the statements of a gift, up to the fault at the nth */
async function give(nth: number, fault: StatementFault): Promise<string[]> {
  const statements: string[] = [];
  const verdict = await simulate(SEED, {
    platforms,
    fault(statement) {
      statements.push(statement);
      return statements.length === nth ? fault : undefined;
    },
  });
  if (verdict.wrong.length > 0) expect.fail(`${fault} statement ${nth}: ${reportOf(verdict)}`);
  return statements;
}

it("ends once, whichever statement its process is killed after, or its connection cut", async () => {
  const all = await give(0, undefined);
  expect([...new Set(all)].filter((name) => LANDMARKS.includes(name))).toEqual(LANDMARKS);
  for (const fault of FAULTS) {
    for (let nth = 1; nth <= all.length; nth++) await give(nth, fault);
  }
});
