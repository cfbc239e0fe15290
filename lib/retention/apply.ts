import { affected } from "../database/run.ts";
import { mergeDayTallies, prune, RULE_NAMES, type RuleName } from "./sql.ts";

const BATCH = 5_000;

async function applyRule(rule: RuleName): Promise<number> {
  let touched = 0;
  for (;;) {
    const count = await affected(prune(rule, BATCH));
    touched += count;
    if (count < BATCH) return touched;
  }
}

/** Applies all rules, in batches. @returns how many rows each has changed */
export async function applyRetention(): Promise<Record<string, number>> {
  const touched: Record<string, number> = {};
  for (const rule of RULE_NAMES) touched[rule] = await applyRule(rule);
  touched.dayTallies = await affected(mergeDayTallies);
  return touched;
}
