/** A gift that comes alone, with a fault after each of its statements in turn: each time it ends once. */
import { expect, it } from "vitest";
import { SEED } from "../random.ts";
import type { StatementFault } from "./database.ts";
import { prepareSimulations, reportOf } from "./simulation.ts";

/** A linked customer's gift, with the embedded executor, to a platform that works, with two endpoints. */
const GIFT = 17;
const platforms = { faulty: false };
/** What a gift goes through, in order. */
const LANDMARKS = ["accept", "begin-pushes", "settle", "insert-runs", "log-attempts"];
const FAULTS = ["kill after", "cut after"] as const;

/** @param both whether each statement gets both faults, rather than one, which the seed decides for the first */
export function everyStatementTests({ both }: { both: boolean }): void {
  const simulate = prepareSimulations();

  /** @returns the statements of a gift, up to the fault at the nth */
  async function give(nth: number, fault: StatementFault): Promise<string[]> {
    const statements: string[] = [];
    const verdict = await simulate(GIFT, {
      platforms,
      fault(statement) {
        statements.push(statement);
        return statements.length === nth ? fault : undefined;
      },
    });
    if (verdict.wrong.length > 0) {
      expect.fail(`${fault} statement ${nth} (SEED=${SEED}): ${reportOf(verdict)}`);
    }
    return statements;
  }

  it("ends once, whichever statement its process is killed after, or its connection cut", async () => {
    const all = await give(0, undefined);
    expect([...new Set(all)].filter((name) => LANDMARKS.includes(name))).toEqual(LANDMARKS);
    for (const [index, fault] of FAULTS.entries()) {
      for (let nth = 1; nth <= all.length; nth++) {
        if (both || (nth + SEED) % FAULTS.length === index) await give(nth, fault);
      }
    }
  });
}
