import { affected } from "../database/run.ts";
import { mergeDayTallies, prune, RULE_NAMES, type RuleName } from "./sql.ts";

const BATCH = 5_000;

async function applyRule(rule: RuleName): Promise<number> {
  let changed = 0;
  for (;;) {
    const count = await affected(prune(rule, BATCH));
    changed += count;
    if (count < BATCH) return changed;
  }
}

/** Applies all rules, in batches. @returns the number of rows that each changed */
export async function applyRetention(): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const rule of RULE_NAMES) changed[rule] = await applyRule(rule);
  changed.dayTallies = await affected(mergeDayTallies);
  return changed;
}
