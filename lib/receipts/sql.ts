/** SQL of receipts: their content, numbers, and rows. */
import { sql } from "kysely";
import { nameByBank } from "../cardholders/profile/sql.ts";
import { insertFrom, optimizationFence } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Receipt } from "./contract.ts";

/** The cardholder who must own the donation. */
export type Wanted = { cardholderId: string; donationId: string };

/** Donations with everything that their receipts state. Another cardholder's donation is not found. */
export const findGifts = statement(
  (given: Parameters<{ wanted: Wanted[] }>) =>
    kysely
      .selectFrom(recordset(given.wanted, "wanted", { donationId: "uuid", cardholderId: "uuid" }))
      .crossJoinLateral((db) =>
        db
          .selectFrom("donation as d")
          .innerJoin("giver as g", "g.donationId", "d.id")
          .innerJoin("school as s", "s.id", "d.schoolId")
          .leftJoin("fund as f", (join) =>
            join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
          )
          .leftJoin("receipt as r", "r.donationId", "d.id")
          .select(["d.id", "d.status", "d.schoolId", "d.fundDesignation", "d.amountCents"])
          .select(["d.pointsRedeemed", "d.pointsPerDollar"])
          .select(["s.foundationName as foundation", "s.ein", "s.mailingAddress"])
          .select(["s.name as schoolName", "f.name as fundName", "f.goodFaithValueCents"])
          .select((of) => [
            // The date of the confirmation in the foundation's time zone; null before it.
            sql<string | null>`(d.completed_at at time zone s.time_zone)::date::text`.as("day"),
            sql<Receipt["deductibility"]>`${of.ref("f.deductibility")}`.as("deductibility"),
          ])
          .select(["g.receiptName as donorName", "g.receiptEmail as donorEmail", "r.content"])
          .whereRef("d.id", "=", "wanted.donationId")
          .whereRef("d.cardholderId", "=", "wanted.cardholderId")
          .offset(optimizationFence)
          .as("found"),
      )
      .selectAll("found"),
  { name: "receipt-gifts" },
);

/** A cardholder's donation, with everything that its receipt states. */
export type Gift = Awaited<ReturnType<typeof findGifts>>[number];

/** Locks donations until the transaction ends: concurrent requests for one receipt wait here. */
export const lockDonations = statement((given: Parameters<{ donationIds: string[] }>) =>
  kysely
    .selectFrom("donation")
    .select("id")
    .where((eb) => eb("id", "=", eb.fn.any(given.donationIds)))
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** A foundation's year, which has its own numbering. */
export type Series = { schoolId: string; year: number };

/**
 * Reserves numbers in each series, and returns the first of each. Other transactions wait, and a rollback
 * returns the numbers: no gaps.
 */
export const takeNumbers = statement((given: Parameters<{ series: Series[] }>) =>
  kysely
    .with("series", (db) =>
      db
        .selectFrom(recordset(given.series, "asked", { schoolId: "text", year: "int4" }))
        .selectAll(),
    )
    .with("taken", (db) =>
      insertFrom(
        db,
        "receiptCounter",
        db
          .selectFrom("series")
          .select(["schoolId", "year", sql<number>`count(*)`.as("lastNumber")])
          .groupBy(["schoolId", "year"])
          // In one order, so that two transactions on the same series cannot deadlock.
          .orderBy("schoolId")
          .orderBy("year"),
      )
        .onConflict((conflict) =>
          conflict.columns(["schoolId", "year"]).doUpdateSet((eb) => ({
            lastNumber: eb("receiptCounter.lastNumber", "+", eb.ref("excluded.lastNumber")),
          })),
        )
        .returning(["schoolId", "year", "lastNumber"]),
    )
    .selectFrom("taken")
    .innerJoin("series", (join) =>
      join.onRef("series.schoolId", "=", "taken.schoolId").onRef("series.year", "=", "taken.year"),
    )
    .select(["taken.schoolId", "taken.year"])
    .select(({ ref }) => sql<number>`${ref("lastNumber")} - count(*)::int + 1`.as("next"))
    .groupBy(["taken.schoolId", "taken.year", "lastNumber"]),
);

type NewReceipt = {
  donationId: string;
  schoolId: string;
  year: number;
  number: number;
  issuedAt: Date;
  content: Receipt;
};

/** Stores receipts as issued. Nothing in the product changes them afterward. */
export const insertReceipts = statement((given: Parameters<{ receipts: NewReceipt[] }>) =>
  insertFrom(
    kysely,
    "receipt",
    kysely
      .selectFrom(
        recordset(given.receipts, "issued", {
          donationId: "uuid",
          schoolId: "text",
          year: "int4",
          number: "int4",
          issuedAt: "timestamptz",
          content: "jsonb",
        }),
      )
      .select(["donationId", "schoolId", "year", "number", "issuedAt", "content"]),
  ),
);

/** Records that these receipts were emailed. @returns those not recorded before */
export const recordEmailed = statement((given: Parameters<{ donationIds: string[] }>) =>
  kysely
    .updateTable("receipt")
    .set({ emailedAt: sql`now()` })
    .where((eb) => eb("donationId", "=", eb.fn.any(given.donationIds)))
    .where("emailedAt", "is", null)
    .returning("donationId"),
);

/** The recipients of receipts that are wanted by email and were not sent yet. */
export const findRecipients = statement(
  (given: Parameters<{ wanted: { id: string }[] }>) =>
    kysely
      .selectFrom(recordset(given.wanted, "wanted", { id: "uuid" }))
      .crossJoinLateral((db) =>
        db
          .selectFrom("donation as d")
          .innerJoin("giver as g", "g.donationId", "d.id")
          .leftJoin("receipt as r", "r.donationId", "d.id")
          .select(["g.donationId", "g.cardholderId", "g.bankId"])
          .whereRef("d.id", "=", "wanted.id")
          .where("d.status", "=", "completed")
          .where("g.wantsReceipt", "is", true)
          .where("r.emailedAt", "is", null)
          .offset(optimizationFence)
          .as("found"),
      )
      .selectAll("found"),
  { name: "receipt-recipients" },
);

/** What an email with a receipt says that the receipt itself doesn't. */
export const findEmailFacts = statement((given: Parameters<{ donationIds: string[] }>) =>
  kysely
    .selectFrom("giver as g")
    .innerJoin("bank as b", "b.id", "g.bankId")
    .innerJoin("credit as c", "c.donationId", "g.donationId")
    .select(["g.donationId", "g.attributed", "b.name as bankName", "c.platformCreditId"])
    .select(["g.email as ownEmail", "g.chosenEmail", "g.isVerified", "g.ownName"])
    .where((eb) => eb("g.donationId", "=", eb.fn.any(given.donationIds))),
);

/** A receipt's recipient and the rest of its gift. */
export type EmailFacts = Awaited<ReturnType<typeof findEmailFacts>>[number];

/** The name on a statement: the one the cardholder has chosen, otherwise that of their oldest account. */
export const findDonor = statement((given: Parameters<{ cardholderId: string }>) =>
  kysely
    .selectFrom("cardholder as p")
    .select(({ fn, ref }) => [
      fn.coalesce("p.displayName", nameByBank(ref("p.id")), "p.email").as("name"),
      fn.coalesce("p.taxReceiptEmail", "p.email").as("email"),
    ])
    .where("p.id", "=", given.cardholderId),
);
