/** SQL of donations as banks and givers see them, and of the accounts that cardholders can give from. */
import { type InferResult, sql } from "kysely";
import { givingTerms } from "../banks/sql.ts";
import { accountsOf } from "../cardholders/profile/sql.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

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

/** A cardholder's accounts, each with its program's name (or ID), points per dollar, and limits. */
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
      .select([...givingTerms])
      .orderBy("a.linkedAt", "desc")
      .orderBy("a.id", "desc"),
  { name: "own-sources" },
);
