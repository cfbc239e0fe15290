import { validate as isUuid, v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { audit } from "../auth/audit.ts";
import { recheck } from "../auth/permissions.ts";
import type { CardholderScope, StaffScope } from "../auth/scopes.ts";
import { affected, requireRow, run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { lockCardholder, type Transaction, transaction } from "../database/transaction.ts";
import { holdForCase, lockHeldForCase, releaseForCase } from "../donations/operations.ts";
import { queueEmail } from "../email/queue.ts";
import { caseAnsweredEmail } from "../email/templates/gift.ts";
import { formatDollars } from "../money.ts";
import { type caseAnswer, MAX_CASES_A_DAY, type newCase } from "./contract.ts";
import { answererOf } from "./queries.ts";
import { type CaseRow, casesOf } from "./sql.ts";

async function hasReachedLimit(tx: Transaction, { cardholderId }: CardholderScope) {
  const recent = kysely
    .selectFrom("giftCase")
    .select("id")
    .where("cardholderId", "=", cardholderId)
    .where("createdAt", ">", new Date(Date.now() - 86_400_000))
    .limit(MAX_CASES_A_DAY);
  return (await run(recent, tx)).length >= MAX_CASES_A_DAY;
}

/**
 * Says that something is wrong with one's own gift. One that isn't the person's is held at once, if it's pending.
 * @returns why it can't, if so: the gift has an open case, or the person has reported too many today
 * @throws ServiceError DONATION_NOT_FOUND
 */
export function openCase(
  scope: CardholderScope,
  donationId: string,
  { kind, words }: z.output<typeof newCase>,
): Promise<"opened" | "open_before" | "too_many"> {
  const { cardholderId } = scope;
  const own = kysely
    .selectFrom("donation")
    .select(["bankId", "schoolId"])
    .where("id", "=", donationId)
    .where("cardholderId", "=", cardholderId);
  return transaction(async (tx) => {
    await lockCardholder(tx, cardholderId);
    const gift = await requireRow(own, "DONATION_NOT_FOUND", tx);
    if (await hasReachedLimit(tx, scope)) return "too_many";
    const opened = kysely
      .insertInto("giftCase")
      .values({ id: uuidv7(), donationId, cardholderId, ...gift, kind, words })
      .onConflict((conflict) =>
        conflict.column("donationId").where("endedAt", "is", null).doNothing(),
      );
    if ((await affected(opened, tx)) === 0) return "open_before";
    await audit(tx, scope, "case.open", donationId, { kind });
    if (kind === "not_mine") await holdForCase(tx, scope, donationId);
    return "opened";
  });
}

async function emailAnswer(tx: Transaction, found: CaseRow, answered: Answered): Promise<void> {
  const { cardholderId, donationId: giftId, schoolName, amountCents } = found;
  const person = kysely.selectFrom("cardholder").select("email").where("id", "=", cardholderId);
  const donor = await runForOne(person, tx);
  if (!donor) return;
  const from = answererOf({ ...found, ...answered });
  const amount = formatDollars(amountCents);
  const email = caseAnsweredEmail({ giftId, amount, schoolName, from, answer: answered.answer });
  await queueEmail(tx, { to: donor.email, kind: "case-answered", cardholderId, ...email });
}

type Answered = { answer: string; answeredFor: StaffScope["tenant"] };

/**
 * Ends a case with an answer, which the donor gets by email and finds with the gift. It means that the gift stands: one
 * that the case holds is released. A foundation can't say whose gift it is.
 * @returns whether it was still open, and theirs to answer
 * @throws ServiceError as `recheck`
 */
export function answerCase(
  scope: StaffScope,
  id: string,
  { answer }: z.output<typeof caseAnswer>,
): Promise<boolean> {
  return transaction(async (tx) => {
    await recheck(tx, scope, "cases.answer");
    const found = isUuid(id) && (await runForOne(casesOf(scope).where("k.id", "=", id), tx));
    if (!found || (scope.kind === "school" && found.kind === "not_mine")) return false;
    const isHeld = await lockHeldForCase(tx, found.donationId);
    const answered: Answered = { answer, answeredFor: scope.tenant };
    const end = kysely
      .updateTable("giftCase")
      .set({ endedAt: new Date(), ...answered })
      .where("id", "=", id)
      .where("endedAt", "is", null);
    if ((await affected(end, tx)) === 0) return false;
    await audit(tx, scope, "case.answer", found.donationId, { kind: found.kind });
    if (isHeld) await releaseForCase(tx, scope, found.donationId);
    await emailAnswer(tx, found, answered);
    return true;
  });
}

/** Ends a gift's case, if it has an open one, with the correction that the transaction records. */
export const endCase = (tx: Transaction, donationId: string): Promise<number> =>
  affected(
    kysely
      .updateTable("giftCase")
      .set({ endedAt: new Date() })
      .where("donationId", "=", donationId)
      .where("endedAt", "is", null),
    tx,
  );
