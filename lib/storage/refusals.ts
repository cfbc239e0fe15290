/**
 * Records why banks' requests were refused, for the bank to look up: never what was sent. A bank can't cause more than a few
 * writes a minute and rows in all, which count as its own.
 */
import { v7 as uuidv7 } from "uuid";
import { batch } from "../batch.ts";
import { InvalidInput, REPEATED_NAME, ServiceError, type Violation } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { insertRefusals, type Refusal } from "./sql.ts";
import { countStored } from "./usage.ts";

/** What is recorded a minute for each bank, by each process. */
export const MAX_A_MINUTE = 60;
const MAX_VIOLATIONS = 10;

const insert = batch(
  ({ id }: Refusal) => id,
  async (refusals) => {
    await insertRefusals({ refusals });
    return refusals.map(() => undefined);
  },
);

const recorded = perProcess("refusals recorded", () => ({
  minute: 0,
  ofBank: new Map<string, number>(),
}));

/** Whether another one may be recorded for a bank in this minute. */
function admit(bankId: string): boolean {
  const minute = Math.floor(Date.now() / 60_000);
  const counts = recorded();
  if (counts.minute !== minute) Object.assign(counts, { minute, ofBank: new Map() });
  const count = (counts.ofBank.get(bankId) ?? 0) + 1;
  counts.ofBank.set(bankId, count);
  return count <= MAX_A_MINUTE;
}

/** Where a violation is, without what the caller chose: an item of a map, or an unknown or repeated parameter. */
function fieldOf({ loc: [place, name = ""], type, msg }: Violation): string {
  const isChosen = type === "extra_forbidden" || msg === REPEATED_NAME;
  const isOurs = /^[\w-]{1,40}$/.test(String(name)) && !isChosen;
  return isOurs ? `${place}.${name}` : String(place);
}

function reasonOf(thrown: unknown): Pick<Refusal, "status" | "code" | "violations"> | undefined {
  if (thrown instanceof InvalidInput) {
    const some = thrown.violations.slice(0, MAX_VIOLATIONS);
    const violations = some.map((one) => ({ field: fieldOf(one), type: one.type }));
    return { status: 422, code: null, violations };
  }
  if (!(thrown instanceof ServiceError) || thrown.status >= 500) return undefined;
  return { status: thrown.status, code: thrown.code, violations: [] };
}

type Refused = Pick<Refusal, "bankId" | "keyId" | "requestId" | "operation">;

/** Records a refusal. The response doesn't wait for it. */
export function recordRefusal(refused: Refused, thrown: unknown): void {
  const reason = reasonOf(thrown);
  if (!reason || !admit(refused.bankId)) return;
  const refusal = { ...refused, id: uuidv7(), ...reason };
  countStored(refused.bankId, 1, [refusal.requestId, refusal.violations]);
  insert(refusal).catch((error: Error) => {
    log().warn({ reason: error.message }, "a refused request wasn't recorded");
  });
}
