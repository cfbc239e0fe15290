/** SQL of pushes: loads donations and settles them. */

import { type Expression, type NotNull, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { batch } from "../batch.ts";
import { anyOf, asBoolean, insertFrom, now, optimizationFence } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { cardholderDonations, isUnderReview } from "../donations/sql.ts";
import { DUE_MS } from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import type { Cents } from "../money.ts";
import type { Fund } from "../schools/contract.ts";

/** An attempt that is due this soon is due. */
const isDue = sql<boolean>`next_attempt_at <= now() + ${sql.lit(DUE_MS)} * interval '1 millisecond'`;

/**
 * Begins the attempts of those donations that are due and may be pushed, before any request leaves, and loads
 * everything that a push needs, also of the others.
 */
export const beginAll = statement(
  (given: Parameters<{ donations: Member[] }>) =>
    kysely
      .with("wanted", (db) =>
        db
          .selectFrom(recordset(given.donations, "wanted", { id: "uuid", generation: "int4" }))
          .selectAll(),
      )
      .with("begun", (db) =>
        db
          .updateTable("credit as c")
          .from("wanted")
          .set(({ fn }) => ({ attemptStartedAt: fn.coalesce("attemptStartedAt", now) }))
          .whereRef("c.donationId", "=", "wanted.id")
          .where("c.donationId", "=", anyOf(db.selectFrom("wanted").select("id")))
          .where("c.status", "=", "pending")
          .where("c.heldAt", "is", null)
          .whereRef("c.generation", "<=", "wanted.generation")
          .where(isDue)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("account as a")
                  .select("a.id")
                  .where("a.id", "=", (of) =>
                    of
                      .selectFrom("donation as d")
                      .select("d.accountId")
                      .whereRef("d.id", "=", "c.donationId"),
                  )
                  .where(isUnderReview)
                  .offset(optimizationFence),
              ),
            ),
          )
          .returning("c.donationId as begunId"),
      )
      .selectFrom("wanted")
      .leftJoin("begun", "begunId", "wanted.id")
      .select((of) => asBoolean(of("begunId", "is not", null)).as("hasBegun"))
      .crossJoinLateral((eb) =>
        cardholderDonations
          .innerJoin("bank as b", "b.id", "d.bankId")
          .leftJoinLateral(
            (db) =>
              db
                .selectFrom("account")
                .selectAll()
                .whereRef("account.id", "=", "d.accountId")
                .offset(optimizationFence)
                .as("a"),
            (join) => join.onTrue(),
          )
          .leftJoin("giver as g", "g.donationId", "d.id")
          .select(["d.notifyCardholder", "d.attributed", "c.generation", "c.attemptCount"])
          .select(
            sql<number>`(extract(epoch from c.next_attempt_at - now()) * 1000)::float8`.as(
              "dueInMs",
            ),
          )
          .select(["a.bankUserId", "b.name as bankName"])
          .select((of) => [
            asBoolean(of("c.heldAt", "is not", null)).as("isHeld"),
            // Accepted at the moment in which its account was unlinked.
            asBoolean(isUnderReview).as("isUnderReview"),
          ])
          .select(["g.cardholderId as giverId", "g.platformEmail as email", "g.ownName"])
          // The linked account's program, if the request names none.
          .select(["g.programId as accountProgramId", "g.confirmationTo as emailTo"])
          .select(["s.foundationName as foundation", "s.timeZone"])
          .select((of) => [
            of
              .case()
              .when("f.fundId", "is not", null)
              .then(
                jsonBuildObject({
                  name: of.ref("f.name").$notNull(),
                  deductibility: of.ref("f.deductibility").$castTo<Fund["deductibility"]>(),
                  goodFaithValueCents: of.ref("f.goodFaithValueCents"),
                  attractionId: of.ref("f.attractionId"),
                  venueId: of.ref("f.venueId"),
                }),
              )
              .end()
              .as("fund"),
            // Where the receipt goes, as it will state; null if none is to be sent.
            of
              .case()
              .when("g.wantsReceipt", "is", true)
              .then(of.ref("g.receiptEmail"))
              .end()
              .as("receiptTo"),
          ])
          .where("d.id", "=", eb.ref("wanted.id"))
          .where("c.donationId", "is not", null)
          .$narrowType<{ generation: NotNull; attemptCount: NotNull }>()
          .offset(optimizationFence)
          .as("found"),
      )
      .selectAll("found"),
  { name: "begin-pushes" },
);

/** A donation with everything that a push needs. */
export type PushedDonation = Awaited<ReturnType<typeof beginAll>>[number];

/** Begins an attempt. Batched: one statement for a group. */
export const beginPush = batch(
  ({ id }: Member) => id,
  async (donations): Promise<(PushedDonation | undefined)[]> => {
    const rows = new Map((await beginAll({ donations })).map((row) => [row.id, row]));
    return donations.map(({ id }) => rows.get(id));
  },
);

/** The platform's decision about a donation. */
export type Outcome = {
  id: string;
  status: "completed" | "failed";
  at: Date;
  platformCreditId: string | null;
  platformStatus: string | null;
  reason: string | null;
};

/** The next due time of a recurring donation, in UTC, so that it does not depend on the server's time zone. */
const nextDue = sql<Date>`(${sql.ref("d.createdAt")} at time zone 'UTC' +
  case ${sql.ref("d.recurrenceCadence")} when 'monthly' then interval '1 month' else interval '3 months' end
) at time zone 'UTC'`;

const sum = (some: Expression<Cents>, more: Expression<Cents>) => sql<Cents>`${some} + ${more}`;

/**
 * Settles pending donations and their credits, adds completed ones to the totals of account and school, and takes
 * failed ones from what the account and the key have given on their day.
 * Run it in the transaction that records the events.
 * @returns the event's sequence for each donation that was still pending
 */
export const settleAll = statement(
  (given: Parameters<{ outcomes: Outcome[] }>) =>
    kysely
      .with("outcome", (db) =>
        db
          .selectFrom(
            recordset(given.outcomes, "outcome", {
              id: "uuid",
              status: "text",
              at: "timestamptz",
              platformCreditId: "text",
              platformStatus: "text",
              reason: "text",
            }),
          )
          .selectAll(),
      )
      .with("settled", (db) =>
        db
          .updateTable("donation as d")
          .from("outcome")
          .set(({ eb, ref, case: choose }) => {
            const at = ref("outcome.at");
            const ended = (status: Outcome["status"]) =>
              choose().when("outcome.status", "=", sql.lit(status)).then(at).end();
            return {
              status: ref("outcome.status"),
              sequence: eb("d.sequence", "+", sql.lit(1)),
              failureReason: ref("outcome.reason"),
              completedAt: ended("completed"),
              failedAt: ended("failed"),
              recurrenceDueAt: choose()
                .when(eb.and([eb("outcome.status", "=", sql.lit("completed")), ref("d.recurring")]))
                .then(nextDue)
                .end(),
            };
          })
          .whereRef("d.id", "=", "outcome.id")
          .where("d.id", "=", anyOf(db.selectFrom("outcome").select("id")))
          // A parameter, here and elsewhere, so that no plan reads a partial index from end to end.
          .where("d.status", "=", "pending")
          .returning([
            "d.id",
            "d.sequence",
            "d.status",
            "d.accountId",
            "d.schoolId",
            "d.amountCents",
            "d.limitDay",
            "d.countedKeyId",
            "d.bankId",
            "d.createdAt",
          ]),
      )
      .with("completed", (db) =>
        db.selectFrom("settled").selectAll().where("status", "=", sql.lit("completed")),
      )
      .with("credited", (db) =>
        db
          .updateTable("credit")
          .from("settled")
          .innerJoin("outcome", "outcome.id", "settled.id")
          .set(({ eb, ref, case: choose }) => ({
            status: choose()
              .when("settled.status", "=", sql.lit("completed"))
              .then(sql.lit("credited"))
              .else(sql.lit("refused"))
              .end(),
            platformCreditId: ref("outcome.platformCreditId"),
            platformStatus: ref("outcome.platformStatus"),
            settledAt: ref("outcome.at"),
            flaggedAt: sql.lit(null),
            attemptCount: eb("attemptCount", "+", sql.lit(1)),
            lastAttemptedAt: ref("outcome.at"),
            lastError: ref("outcome.reason"),
          }))
          .whereRef("donationId", "=", "settled.id")
          .where("donationId", "=", anyOf(db.selectFrom("settled").select("id"))),
      )
      .with("given", (db) =>
        db
          .selectFrom("completed")
          .select((of) => ["accountId", of.fn.countAll<number>().as("donations")])
          .select((of) => of.fn.sum<Cents>("amountCents").as("cents"))
          .where("accountId", "is not", null)
          // A fixed lock order, here and below, so that concurrent calls cannot deadlock.
          .groupBy("accountId")
          .orderBy("accountId"),
      )
      .with("givenBack", (db) =>
        db
          .selectFrom("settled")
          .select(["accountId", "limitDay"])
          .select((of) => of.fn.sum<Cents>("amountCents").as("cents"))
          .where("status", "=", sql.lit("failed"))
          .where("limitDay", "is not", null)
          .groupBy(["accountId", "limitDay"])
          .orderBy("accountId")
          .orderBy("limitDay"),
      )
      .with("keyGivenBack", (db) =>
        db
          .selectFrom("settled")
          .select(["bankId", "countedKeyId"])
          .select(sql<Date>`(created_at at time zone 'UTC')::date`.as("day"))
          .select((of) => of.fn.sum<Cents>("amountCents").as("cents"))
          .where("status", "=", sql.lit("failed"))
          .where("countedKeyId", "is not", null)
          .groupBy(["bankId", "countedKeyId", "day"])
          .orderBy("bankId")
          .orderBy("countedKeyId"),
      )
      .with("keyTotals", (db) =>
        // Before the others in this list, which locks it last, as accepting does.
        db
          .updateTable("dailyKeyTotal")
          .from("keyGivenBack")
          .set(({ ref }) => ({
            givenCents: sql<Cents>`greatest(${ref("dailyKeyTotal.givenCents")} - ${ref("keyGivenBack.cents")}, 0)`,
          }))
          .whereRef("dailyKeyTotal.bankId", "=", "keyGivenBack.bankId")
          .whereRef("dailyKeyTotal.keyId", "=", "keyGivenBack.countedKeyId")
          .whereRef("dailyKeyTotal.day", "=", "keyGivenBack.day")
          .where(
            "dailyKeyTotal.bankId",
            "=",
            anyOf(db.selectFrom("keyGivenBack").select("bankId")),
          ),
      )
      .with("dailyTotals", (db) =>
        // Before the accounts' totals in this list, which locks it after them, as accepting does.
        db
          .updateTable("dailyGiftTotal")
          .from("givenBack")
          .set(({ ref }) => ({
            givenCents: sql<Cents>`greatest(${ref("dailyGiftTotal.givenCents")} - ${ref("givenBack.cents")}, 0)`,
          }))
          .whereRef("dailyGiftTotal.accountId", "=", "givenBack.accountId")
          .whereRef("dailyGiftTotal.day", "=", "givenBack.limitDay")
          .where(
            "dailyGiftTotal.accountId",
            "=",
            anyOf(db.selectFrom("givenBack").select("accountId")),
          ),
      )
      .with("accountTotals", (db) =>
        db
          .updateTable("account")
          .from("given")
          .set(({ eb, ref }) => ({
            donationCount: eb("donationCount", "+", ref("given.donations")),
            lifetimeDonatedCents: sum(ref("lifetimeDonatedCents"), ref("given.cents")),
          }))
          .whereRef("account.id", "=", "given.accountId")
          .where("account.id", "=", anyOf(db.selectFrom("given").select("accountId"))),
      )
      .with("schoolTotals", (db) =>
        // One of 32 slots at random, so that a popular school is not a single hot row.
        insertFrom(
          db,
          "schoolTotal",
          db
            .selectFrom("completed")
            .select(["schoolId", sql<number>`floor(random() * 32)`.as("slot")])
            .select((of) => of.fn.countAll<number>().as("donationCount"))
            .select((of) => of.fn.sum<Cents>("amountCents").as("donatedCents"))
            .groupBy("schoolId")
            .orderBy("schoolId"),
        ).onConflict((conflict) =>
          conflict.columns(["schoolId", "slot"]).doUpdateSet(({ eb, ref }) => ({
            donationCount: eb("schoolTotal.donationCount", "+", ref("excluded.donationCount")),
            donatedCents: sum(ref("schoolTotal.donatedCents"), ref("excluded.donatedCents")),
          })),
        ),
      )
      .selectFrom("settled")
      .select(["id", "sequence"]),
  { name: "settle" },
);

/** A failed attempt of a run's generation. */
type FailedAttempt = {
  donationId: string;
  generation: number;
  error: string;
  flag: boolean;
  nextWaitMs: number;
};

/** Records why an attempt failed, and when the next one is due, unless a later run has taken over. */
export const recordFailedAttempt = statement(
  (given: Parameters<FailedAttempt>) =>
    kysely
      .updateTable("credit")
      .set(({ eb, fn, ref, case: choose }) => ({
        attemptCount: eb("attemptCount", "+", sql.lit(1)),
        lastAttemptedAt: sql<Date>`now()`,
        nextAttemptAt: choose()
          .when("generation", "<=", given.generation)
          .then(sql<Date>`now() + ${given.nextWaitMs} * interval '1 millisecond'`)
          .else(ref("nextAttemptAt"))
          .end(),
        lastError: given.error,
        flaggedAt: choose()
          .when(sql<boolean>`${given.flag}::boolean and held_at is null`)
          .then(fn.coalesce("flaggedAt", sql<Date>`now()`))
          .else(ref("flaggedAt"))
          .end(),
      }))
      .where("donationId", "=", given.donationId)
      .where("status", "=", sql.lit("pending")),
  { name: "note-push" },
);
