/** SQL of emails: the queue, and the daily counts of each mailbox. */
import { sql } from "kysely";
import { insertFrom } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Work } from "../jobs/sql.ts";
import type { EmailDocument } from "./templates/composed.ts";

export type EmailToCount = {
  /** Its position in the batch. */
  place: number;
  /** The mailbox behind all aliases of the address, and the address itself. */
  mailbox: string;
  emailKey: string;
  cardholderId: string | null;
  /** The limit for a verified address, and the one for an unverified address. */
  provedLimit: string;
  unprovedLimit: string;
};

/** Adds emails to the day's counts. @returns each one's limit and position, in order */
export const countRequested = statement(
  (given: Parameters<{ emails: EmailToCount[] }>) =>
    kysely
      .with("wanted", (db) =>
        db
          .selectFrom(
            recordset(given.emails, "wanted", {
              ...{ place: "int4", mailbox: "text", emailKey: "text", cardholderId: "uuid" },
              ...{ provedLimit: "text", unprovedLimit: "text" },
            }),
          )
          .selectAll(),
      )
      .with("judged", (db) =>
        db
          .selectFrom("wanted")
          .select(["place", "mailbox", "emailKey"])
          .select((of) =>
            of
              .case()
              .when(
                of.exists(
                  of
                    .selectFrom("cardholder as c")
                    .select("c.id")
                    .whereRef("c.id", "=", "wanted.cardholderId")
                    .whereRef("c.emailKey", "=", "wanted.emailKey")
                    .where("c.passwordHash", "is not", null),
                ),
              )
              .then(of.ref("provedLimit"))
              .else(of.ref("unprovedLimit"))
              .end()
              .as("limitName"),
          ),
      )
      .with("named", (db) =>
        db
          .selectFrom("judged")
          .select(["place", "limitName"])
          .select(
            sql<string>`case when starts_with(limit_name, 'unproved') then mailbox
              else email_key end`.as("mailbox"),
          ),
      )
      .with("counted", (db) =>
        // In one order, so that two transactions on the same mailboxes cannot deadlock.
        insertFrom(
          db,
          "mailCount",
          db
            .selectFrom("named")
            .select((of) => [
              "mailbox",
              sql<Date>`(now() at time zone 'UTC')::date`.as("day"),
              "limitName",
              of.fn.countAll<number>().as("requested"),
            ])
            .groupBy(["mailbox", "limitName"])
            .orderBy("mailbox")
            .orderBy("limitName"),
        )
          .onConflict((on) =>
            on.columns(["mailbox", "day", "limitName"]).doUpdateSet((of) => ({
              requested: of("mailCount.requested", "+", of.ref("excluded.requested")),
            })),
          )
          .returning(["mailbox", "limitName", "requested"]),
      )
      .selectFrom("named")
      .innerJoin("counted", (join) =>
        join
          .onRef("counted.mailbox", "=", "named.mailbox")
          .onRef("counted.limitName", "=", "named.limitName"),
      )
      .select([
        "named.limitName as limit",
        sql<number>`(requested - count(*) over (partition by named.mailbox, named.limit_name)
          + row_number() over (partition by named.mailbox, named.limit_name order by place)
          )::int`.as("nth"),
      ])
      .orderBy("place"),
  { name: "count-emails" },
);

export type EmailToQueue = {
  id: string;
  to: string;
  subject: string;
  text: string;
  content: EmailDocument | null;
  kind: string;
  encryptedSecret: string | null;
  status: "pending" | "kept" | "held";
  bankId: string | null;
};

export const insertEmails = statement(
  (given: Parameters<{ emails: EmailToQueue[] }>) =>
    insertFrom(
      kysely,
      "mail",
      kysely
        .selectFrom(
          recordset(given.emails, "queued", {
            ...{ id: "uuid", to: "text", subject: "text", text: "text", content: "jsonb" },
            ...{ kind: "text", encryptedSecret: "text", status: "text", bankId: "uuid" },
          }),
        )
        .select(["id", "to", "subject", "text", "content", "kind", "encryptedSecret", "status"])
        .select([
          "bankId",
          sql<Date | null>`case when status = 'kept' then now() end`.as("sentAt"),
        ]),
    ),
  { name: "queue-emails" },
);

/** Locks emails that nobody has tried to send yet, until the transaction ends. */
export const lockUntried = statement((given: Parameters<{ ids: string[] }>) =>
  kysely
    .selectFrom("mail")
    .select(["id", "to", "status", "bankId"])
    .select((of) => sql<EmailDocument | null>`${of.ref("content")}`.as("content"))
    .where((of) => of("id", "=", of.fn.any(given.ids)))
    .where("status", "in", [sql.lit("pending"), sql.lit("kept"), sql.lit("held")])
    .where("generation", "=", sql.lit(0))
    .where("attemptCount", "=", sql.lit(0))
    // In one order, so that two transactions cannot deadlock.
    .orderBy("id")
    .forUpdate(),
);

export type RewrittenEmail = { id: string; text: string; content: EmailDocument };

export const rewriteEmails = statement((given: Parameters<{ emails: RewrittenEmail[] }>) =>
  kysely
    .updateTable("mail")
    .from(recordset(given.emails, "given", { id: "uuid", text: "text", content: "jsonb" }))
    .set(({ ref }) => ({ text: ref("given.text"), content: ref("given.content") }))
    .whereRef("mail.id", "=", "given.id"),
);

/** The latest emails to an address in any case, by equality. */
export const latestTo = statement((given: Parameters<{ to: string; limit: number }>) =>
  kysely
    .selectFrom("mail")
    .select("id")
    .where(sql<string>`lower("to")`, "=", sql<string>`lower(${given.to})`)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(given.limit),
);

/** Unsent emails, for the sweep. */
export const EMAILS: Work<"mail/send.requested"> = {
  job: "mail/send.requested",
  table: "mail",
  id: "id",
  owner: sql`bank_id`,
  data: sql`jsonb_strip_nulls(jsonb_build_object('mail_id', id, 'bank_id', bank_id))`,
};
