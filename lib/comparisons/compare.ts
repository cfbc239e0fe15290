/** Compares a bank's own list with its donations. */
import { v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import type { BankApiScope } from "../auth/scopes.ts";
import { affected, runForRow } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { InvalidInput, tooManyToday, violation } from "../errors.ts";
import { FairQueue } from "../fair-queue.ts";
import { periodOf } from "../reconciliation/contract.ts";
import { perProcess } from "../singleton.ts";
import { countStored } from "../storage/usage.ts";
import type { Period } from "../ticketing/adapter.ts";
import { type Comparison, MAX_A_DAY, MAX_LINES } from "./contract.ts";
import { getComparison } from "./queries.ts";
import { type OwnNames, readList } from "./read-list.ts";
import { addToList, analyzeList, compareList, createList, limitedBy } from "./sql.ts";

/** Each holds a list in memory, and keeps the database busy. */
const comparing = perProcess(
  "comparisons",
  () => new FairQueue({ concurrency: 2, concurrencyPerKey: 1, waiting: 100 }),
);

/** @throws ServiceError RATE_LIMITED until the day ends, InvalidInput if there is too much to compare */
async function requireWithinLimits(scope: BankApiScope, period: Period): Promise<void> {
  const { today, donations } = await runForRow(limitedBy(scope, period));
  if (today >= MAX_A_DAY) throw tooManyToday("comparisons", MAX_A_DAY);
  if (donations <= MAX_LINES) return;
  const message = `These days have more than ${MAX_LINES} donations: compare fewer days`;
  throw new InvalidInput([violation(["query", "through"], message)]);
}

/**
 * Compares a list with the donations of its days.
 * @param own what the list calls its columns, if not as documented
 * @throws InvalidInput if the list can't be read, ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export function createComparison(
  scope: BankApiScope,
  { date, through = date }: { date: string; through?: string | undefined },
  csv: string,
  own?: OwnNames,
): Promise<Comparison> {
  const [id, period] = [uuidv7(), periodOf({ date, through })];
  return comparing().run([scope.bankId], async () => {
    await requireWithinLimits(scope, period);
    await transaction(async (tx) => {
      await affected(createList, tx);
      for await (const gifts of readList(csv, period, own)) {
        await affected(addToList(gifts), tx);
      }
      await affected(analyzeList, tx);
      await affected(compareList({ scope, id, period, days: [date, through] }), tx);
      await audit(tx, scope, "comparison.create", id, { date, through });
    });
    const made = await getComparison(scope, id);
    countStored(scope.bankId, 1 + made.different + made.only_ours + made.only_yours);
    return made;
  });
}
