/** SQL of donations: as banks, givers, and operators see them, of pushes, holds, and recurrence. */
import { type InferResult, sql } from "kysely";
import { givingTerms } from "../banks/sql.ts";
import { accountsOf, currentBalance } from "../cardholders/profile/sql.ts";
import { now } from "../database/expressions.ts";
import { affected, runForOne } from "../database/run.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../jobs/sql.ts";

/** Donations `d` with their credits `c`, as `serializeDonation` reads them. */
export const shownDonations = kysely
  .selectFrom("donation as d")
  .leftJoin("credit as c", "c.donationId", "d.id")
  .select([
    ...(["d.id", "d.bankId", "d.accountId", "d.schoolId", "d.fundId"] as const),
    ...(["d.fundDesignation", "d.amountCents", "d.pointsRedeemed", "d.pointsPerDollar"] as const),
    ...(["d.bankTransactionRef", "d.channel", "d.loyaltyProgramId"] as const),
    ...(["d.cardholderMessage", "d.metadata", "d.recurring", "d.recurrenceCadence"] as const),
    ...(["d.status", "d.failureReason", "d.sequence", "d.createdAt"] as const),
    ...(["d.estimatedConfirmationAt", "d.completedAt", "d.failedAt"] as const),
    ...(["d.authorizationId", "d.holdReference", "d.pointsMismatch"] as const),
  ])
  .select(["c.platformCreditId", "c.platformStatus", "c.heldAt"]);

export type ShownDonation = InferResult<typeof shownDonations>[number];

/** The same, with what only operators see. */
export const operatorDonations = shownDonations
  .select(["c.attemptCount", "c.lastAttemptedAt", "c.nextAttemptAt", "c.lastError"])
  .select(["c.flaggedAt", "c.holdReason"]);

export type OperatorDonation = InferResult<typeof operatorDonations>[number];

/** Shown donations, as `serializeCardholderDonation` reads them. */
export const cardholderDonations = shownDonations
  .innerJoin("school as s", "s.id", "d.schoolId")
  .leftJoin("fund as f", (join) =>
    join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
  )
  .select(["s.name as schoolName", "f.name as fundName"]);

export type CardholderDonationRow = InferResult<typeof cardholderDonations>[number];

/** A cardholder's accounts, each with its program's name (or ID), points per dollar, limits, and points. */
export const findSources = statement(
  (given: Parameters<{ cardholderId: string; standardRate: number }>) =>
    kysely
      .selectFrom(accountsOf(given.cardholderId).as("a"))
      .innerJoin("bank as b", "b.id", "a.bankId")
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .select(["a.id as accountId", "a.bankId", "b.name as bankName"])
      .select((of) => [
        of
          .case()
          .when(
            of.and([
              of("a.status", "=", sql.lit("active")),
              of("b.status", "<>", sql.lit("active")),
            ]),
          )
          .then(sql.lit("bank_suspended"))
          .when(of.and([of("a.status", "=", sql.lit("active")), of("a.acceptedAt", "is", null)]))
          .then(sql.lit("unaccepted"))
          .else(of.ref("a.status"))
          .end()
          .as("status"),
        "a.loyaltyProgramId as programId",
        of.fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"),
        of.fn.coalesce("p.pointsPerDollar", sql<number>`${given.standardRate}`).as("rate"),
      ])
      .select([...givingTerms, ...currentBalance])
      .orderBy("a.linkedAt", "desc")
      .orderBy("a.id", "desc"),
  { name: "own-sources" },
);

/** Unfinished pushes, for the sweep and for operators. */
export const PUSHES: Work<"donation/push.requested"> = {
  job: "donation/push.requested",
  table: "credit",
  id: "donationId",
  owner: sql`(select bank_id from donation where donation.id = donation_id)`,
  isWaiting: sql`(held_at is not null)`,
  data: sql`(
    select jsonb_build_object('donation_id', id, 'school_id', school_id, 'bank_id', bank_id)
    from donation where donation.id = donation_id)`,
};

/**
 * Holds pending credits. Raising the generation ends their runs, so that a release starts the only one.
 * @returns those that were not held before
 */
export const hold = statement((given: Parameters<{ donationIds: string[]; reason: string }>) =>
  kysely
    .with("pending", (db) =>
      db
        .selectFrom("credit")
        .select("donationId as pendingId")
        .where("donationId", "=", sql<string>`any(${given.donationIds}::uuid[])`)
        .where("status", "=", "pending")
        .where("heldAt", "is", null)
        // A fixed lock order, as in settling, so that concurrent calls cannot deadlock.
        .orderBy("donationId")
        .forNoKeyUpdate(),
    )
    .updateTable("credit")
    .from("pending")
    .set((of) => ({
      heldAt: now,
      holdReason: given.reason,
      flaggedAt: null,
      generation: of("generation", "+", 1),
    }))
    .whereRef("donationId", "=", "pendingId")
    .returning("donationId"),
);

/** Ends a hold. The credit is due when it is requeued. */
export const release = statement((given: Parameters<{ donationId: string }>) =>
  kysely
    .updateTable("credit")
    .set({ heldAt: null, holdReason: null, releasedAt: now })
    .where("donationId", "=", given.donationId)
    .where("status", "=", "pending")
    .where("heldAt", "is not", null),
);

/** Whether the credit `c` of an account `a` that is under review was not released since that began. */
export const isUnderReview = sql<boolean>`(a.status = 'unlinked' and a.unlink_reason = 'fraud_review'
  and (c.released_at is null or c.released_at < a.unlinked_at))`;

/** The pending gifts of an account that is under review, newest first. */
export const findUnderReview = statement(
  (given: Parameters<{ accountId: string; atMost: number }>) =>
    kysely
      .selectFrom("donation as d")
      .innerJoin("credit as c", "c.donationId", "d.id")
      .innerJoin("account as a", "a.id", "d.accountId")
      .select("d.id")
      .where("d.accountId", "=", given.accountId)
      .where("d.status", "=", "pending")
      .where(isUnderReview)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(given.atMost),
);

/** Claims a due donation, so that no other caller announces it. @returns it, with its event's sequence, if it was claimed */
export async function takeDue(tx: Transaction, donationId: string, now: Date) {
  const taken = kysely
    .updateTable("donation")
    .set((of) => ({ sequence: of("sequence", "+", sql.lit(1)), recurrenceDueAt: null }))
    .where("id", "=", donationId)
    .where("recurrenceDueAt", "<=", now);
  if ((await affected(taken, tx)) === 0) return undefined;
  const shown = shownDonations
    .leftJoin("account as a", "a.id", "d.accountId")
    .select("a.bankUserId")
    .where("d.id", "=", donationId);
  return runForOne(shown, tx);
}
