/** SQL for receipts: their content, numbers, and rows. */
import { type SqlBool, sql } from "kysely";
import { bankProvidedName } from "../cardholders/profile/sql.ts";
import { insertFrom, optimizationFence, raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import { giftDate, giftDeductibility, giftGoodFaithValue, NET_CENTS } from "../donations/sql.ts";
import type { Receipt } from "./contract.ts";

/** A donation, and the cardholder who must own it. */
export type ReceiptKey = { cardholderId: string; donationId: string };

export type ReceiptToIssue = ReceiptKey & {
  /** The address that the transaction emails it to, if that's the receipt's address. */
  emailTo?: string;
  /** What it replaces, and why. */
  correction?: Pick<NonNullable<Receipt["correction"]>, "replaces" | "reason">;
};

/** Donations with everything that their receipts state, and the ones that they have. Other cardholders' donations aren't found. */
export const findReceiptSources = statement(
  (params: Parameters<{ wanted: ReceiptKey[] }>) =>
    kysely
      .selectFrom(recordset(params.wanted, "wanted", { donationId: "uuid", cardholderId: "uuid" }))
      .crossJoinLateral((db) =>
        db
          .selectFrom("donation as d")
          .innerJoin("giver as g", "g.donationId", "d.id")
          .innerJoin("school as s", "s.id", "d.schoolId")
          .leftJoin("fund as f", (join) =>
            join.onRef("f.schoolId", "=", "d.schoolId").onRef("f.fundId", "=", "d.fundId"),
          )
          .leftJoin("receipt as r", (join) =>
            join.onRef("r.donationId", "=", "d.id").on("r.replacedAt", "is", null),
          )
          .leftJoin("credit as c", "c.donationId", "d.id")
          .leftJoin("schoolRecord as sr", "sr.schoolId", "d.schoolId")
          .select(["d.id", "d.status", "d.schoolId", "d.fundDesignation", "d.amountCents"])
          .select(["d.pointsPerDollar", NET_CENTS.as("netCents")])
          .select(
            // Of a gift that was redirected, those that it took over.
            sql<number>`coalesce(d.points_carried, d.points_redeemed) - d.points_returned`.as(
              "pointsRedeemed",
            ),
          )
          .select("c.platformCreditId as confirmationNumber")
          .select(["s.ein", "s.mailingAddress", "s.timeZone"])
          .select(({ fn }) => fn.coalesce("sr.legalName", "s.foundationName").as("foundation"))
          .select(["sr.signatoryName", "sr.signatoryTitle", "sr.receiptThanks"])
          .select(["s.name as schoolName", "f.name as fundName", "d.shareWithSchool"])
          .select([
            sql<string | null>`${giftDate}::text`.as("day"),
            giftDeductibility.as("deductibility"),
            giftGoodFaithValue.as("goodFaithValueCents"),
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

/** A donation with everything that its receipt states, and the receipt if it's issued. */
export type ReceiptSource = Awaited<ReturnType<typeof findReceiptSources>>[number];

/** Locks donations until the transaction ends, so concurrent requests for one receipt wait. */
export const lockDonations = statement((params: Parameters<{ donationIds: string[] }>) =>
  kysely
    .selectFrom("donation")
    .select("id")
    .where((eb) => eb("id", "=", eb.fn.any(params.donationIds)))
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** Marks a gift's receipt as replaced. @returns whose gift it is, and the numbers of its receipts */
export const markReplaced = statement((params: Parameters<{ donationId: string }>) =>
  raw<{ cardholderId: string; bankId: string; replaces: string[] }>(sql`
    with replaced as (
      update receipt set replaced_at = now()
      where donation_id = ${params.donationId} and replaced_at is null returning donation_id
    )
    select d.cardholder_id, d.bank_id, array(
      select content ->> 'receipt_number' from receipt r where r.donation_id = d.id order by r.number
    ) as replaces
    from replaced join donation d on d.id = replaced.donation_id`),
);

/** All receipts of a cardholder's gift, the first one first. */
export const findReceipts = statement((params: Parameters<ReceiptKey>) =>
  kysely
    .selectFrom("donation as d")
    .innerJoin("receipt as r", "r.donationId", "d.id")
    .select("r.content")
    .where("d.id", "=", params.donationId)
    .where("d.cardholderId", "=", params.cardholderId)
    .orderBy("r.number"),
);

/** Receipts are numbered separately per foundation and year. */
export type Series = { schoolId: string; year: number };

/**
 * Reserves numbers in each series, and returns the first of each. No gaps: other transactions wait, and a
 * rollback returns the numbers.
 */
export const reserveNumbers = statement(
  ({ series }: Parameters<{ series: Series[] }>) =>
    raw<Series & { next: number }>(sql`
      with counted as (
        select school_id, year, count(*)::int as size
        from ${recordset(series, "requested", { schoolId: "text", year: "int4" })}
        group by school_id, year
      ), reserved as (
        insert into receipt_counter (school_id, year, last_number)
        -- A fixed order prevents deadlocks between transactions.
        select school_id, year, size from counted order by school_id, year
        on conflict (school_id, year) do update
        set last_number = receipt_counter.last_number + excluded.last_number
        returning school_id, year, last_number
      )
      select school_id, year, last_number - size + 1 as next
      from reserved join counted using (school_id, year)`),
  { name: "receipt-numbers" },
);

type NewReceipt = {
  donationId: string;
  schoolId: string;
  year: number;
  number: number;
  issuedAt: Date;
  emailedAt: Date | null;
  content: Receipt;
};

/** Stores receipts, which never change afterward. */
export const insertReceipts = statement(
  (params: Parameters<{ receipts: NewReceipt[] }>) =>
    insertFrom(
      kysely,
      "receipt",
      kysely
        .selectFrom(
          recordset(params.receipts, "issued", {
            donationId: "uuid",
            schoolId: "text",
            year: "int4",
            number: "int4",
            issuedAt: "timestamptz",
            emailedAt: "timestamptz",
            content: "jsonb",
          }),
        )
        .select(["donationId", "schoolId", "year", "number", "issuedAt", "emailedAt", "content"]),
    ),
  { name: "insert-receipts" },
);

/** Records that these receipts were emailed. @returns those that hadn't been */
export const recordEmailed = statement((params: Parameters<{ donationIds: string[] }>) =>
  kysely
    .updateTable("receipt")
    .set({ emailedAt: sql`now()` })
    .where((eb) => eb("donationId", "=", eb.fn.any(params.donationIds)))
    .where("emailedAt", "is", null)
    .where("replacedAt", "is", null)
    .returning("donationId"),
);

/**
 * The recipients who want these receipts by email and haven't been sent them. Who got one by email gets what corrects it,
 * too.
 */
export const findRecipients = statement(
  (params: Parameters<{ wanted: { id: string }[] }>) =>
    kysely
      .selectFrom(recordset(params.wanted, "wanted", { id: "uuid" }))
      .crossJoinLateral((db) =>
        db
          .selectFrom("donation as d")
          .innerJoin("giver as g", "g.donationId", "d.id")
          .leftJoin("receipt as r", (join) =>
            join.onRef("r.donationId", "=", "d.id").on("r.replacedAt", "is", null),
          )
          .select(["g.donationId", "g.cardholderId", "g.bankId"])
          .whereRef("d.id", "=", "wanted.id")
          .where("d.status", "=", "completed")
          // Not `exists`, which Postgres may answer by reading all replaced receipts.
          .where(sql<SqlBool>`(g.wants_receipt or 0 < (select count(*) from receipt e
            where e.donation_id = d.id and e.replaced_at is not null and e.emailed_at is not null))`)
          .where(sql<SqlBool>`(r.donation_id is not null or ${NET_CENTS} > 0)`)
          .where("r.emailedAt", "is", null)
          .offset(optimizationFence)
          .as("found"),
      )
      .selectAll("found"),
  { name: "receipt-recipients" },
);

/** What an email with a receipt says that the receipt itself doesn't. */
export const findEmailFacts = statement((params: Parameters<{ donationIds: string[] }>) =>
  kysely
    .selectFrom("giver as g")
    .innerJoin("bank as b", "b.id", "g.bankId")
    .select(["g.donationId", "g.attributed", "b.name as bankName"])
    .select(["g.email as ownEmail", "g.chosenEmail", "g.isVerified", "g.ownName"])
    .where((eb) => eb("g.donationId", "=", eb.fn.any(params.donationIds))),
);

export type EmailFacts = Awaited<ReturnType<typeof findEmailFacts>>[number];

/** The name on a statement: the cardholder's own choice, or else the one on their oldest account. */
export const findDonor = statement((params: Parameters<{ cardholderId: string }>) =>
  kysely
    .selectFrom("cardholder as p")
    .select(({ fn, ref }) => [
      fn.coalesce("p.displayName", bankProvidedName(ref("p.id")), "p.email").as("name"),
      fn.coalesce("p.taxReceiptEmail", "p.email").as("email"),
    ])
    .where("p.id", "=", params.cardholderId),
);
