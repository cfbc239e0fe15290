import { affected } from "../database/run.ts";
import { mergeDayTallies, prune, RULES } from "./sql.ts";

const BATCH = 5_000;

/** Applies all rules, in batches. @returns the number of rows that each changed */
export async function applyRetention(): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const [name, rule] of Object.entries(RULES)) {
    let total = 0;
    let count: number;
    do {
      count = await affected(prune(rule, BATCH));
      total += count;
    } while (count === BATCH);
    changed[name] = total;
  }
  changed.dayTallies = await affected(mergeDayTallies);
  return changed;
}
