/**
 * Records why banks' requests were refused, for the bank to look up: never what was sent. A bank can't cause more than a few
 * writes a minute and rows in all, which count as its own.
 */
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { batch } from "../batch.ts";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { type ErrorCode, InvalidInput, ServiceError, type Violation } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { countStored } from "../storage/usage.ts";

/** For each bank: what is recorded a minute by each process, and what is kept. */
export const MAX_A_MINUTE = 60;
export const MAX_KEPT = 1_000;
const MAX_VIOLATIONS = 10;

type Refusal = {
  id: string;
  bankId: string;
  keyId: string;
  requestId: string;
  operation: string;
  status: number;
  code: ErrorCode | null;
  violations: { field: string; type: string }[];
};

/** Inserts refusals, and deletes the oldest of those before them that are too many. */
const insertRefusals = statement((given: Parameters<{ refusals: Refusal[] }>) =>
  raw(sql`
    with refused as (
      insert into refused_request (id, bank_id, key_id, request_id, operation, status, code, violations)
      select id, bank_id, key_id, request_id, operation, status, code, violations
      from ${recordset(given.refusals, "refusal", {
        id: "uuid",
        bankId: "uuid",
        keyId: "text",
        requestId: "text",
        operation: "text",
        status: "int4",
        code: "text",
        violations: "jsonb",
      })}
      returning bank_id
    )
    delete from refused_request where id = any(array(
      select old.id from (select distinct bank_id from refused) as bank cross join lateral (
        select id from refused_request as r where r.bank_id = bank.bank_id
        order by created_at desc, id desc offset ${sql.lit(MAX_KEPT)}) as old))`),
);

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

/** Where a violation is, without what the caller chose: an item of a map, or an unknown parameter. */
function fieldOf({ loc: [place, name = ""], type }: Violation): string {
  const isOurs = /^[\w-]{1,40}$/.test(String(name)) && type !== "extra_forbidden";
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
  countStored(refused.bankId, 1, [refusal.violations]);
  insert(refusal).catch((error: Error) => {
    log().warn({ reason: error.message }, "a refused request wasn't recorded");
  });
}
