/** SQL of emails: the queue, and the daily counts of each mailbox. */
import { type Selectable, sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import type { Tables } from "../database/tables.ts";
import type { Work } from "../jobs/sql.ts";
import type { EmailDocument } from "./templates/compose.ts";

type EmailToCount = {
  /** Its position in the batch. */
  place: number;
  /** The mailbox behind all aliases of the address, and the address itself. */
  mailbox: string;
  emailKey: string;
  cardholderId: string | null;
  /** The limit for a verified address, and the one for an unverified address. */
  verifiedLimit: string;
  unverifiedLimit: string;
};

/** Adds emails to the day's counts. @returns each one's limit and position, in order */
export const countRequested = statement(
  (given: Parameters<{ emails: EmailToCount[] }>) =>
    raw<{ limit: string; nth: number }>(sql`
      with wanted as (
        select *, exists (
            select from cardholder as c
            where c.id = cardholder_id and c.email_key = wanted.email_key and c.password_hash is not null
          ) as is_verified
        from ${recordset(given.emails, "wanted", {
          place: "int4",
          mailbox: "text",
          emailKey: "text",
          cardholderId: "uuid",
          verifiedLimit: "text",
          unverifiedLimit: "text",
        })}
      ), named as (
        select place, limit_name,
          case when starts_with(limit_name, 'unverified') then mailbox else email_key end as mailbox
        from wanted, lateral (
          select case when is_verified then verified_limit else unverified_limit end as limit_name) as judged
      ), counted as (
        insert into email_count (mailbox, day, limit_name, requested)
        select mailbox, (now() at time zone 'UTC')::date, limit_name, count(*)
        from named group by mailbox, limit_name
        -- A fixed lock order, so that two transactions on the same mailboxes cannot deadlock.
        order by mailbox, limit_name
        on conflict (mailbox, day, limit_name) do update set
          requested = email_count.requested + excluded.requested
        returning mailbox, limit_name, requested
      )
      select limit_name as "limit",
        (requested - count(*) over same + row_number() over (same order by place))::int as nth
      from named join counted using (mailbox, limit_name)
      window same as (partition by mailbox, limit_name)
      order by place`),
  { name: "count-emails" },
);

export type EmailToQueue = Pick<
  Selectable<Tables["email"]>,
  "id" | "to" | "subject" | "text" | "kind" | "encryptedSecret" | "bankId" | "tenant"
> & { content: EmailDocument | null; status: "pending" | "kept" | "held" };

export const insertEmails = statement(
  (given: Parameters<{ emails: EmailToQueue[] }>) =>
    raw(sql`
      insert into email
        (id, "to", subject, text, content, kind, encrypted_secret, status, bank_id, tenant, sent_at)
      select id, "to", subject, text, content, kind, encrypted_secret, status, bank_id, tenant,
        case when status = 'kept' then now() end
      from ${recordset(given.emails, "queued", {
        id: "uuid",
        to: "text",
        subject: "text",
        text: "text",
        content: "jsonb",
        kind: "text",
        encryptedSecret: "text",
        status: "text",
        bankId: "uuid",
        tenant: "text",
      })}`),
  { name: "queue-emails" },
);

/** Deletes a team's unsent emails to an address. An attempt under way may still send one. */
export const deleteUnsent = statement((given: Parameters<{ tenant: string; to: string }>) =>
  raw(sql`
    delete from email where "to" = ${given.to} and tenant = ${given.tenant}
      and status in ('pending', 'failed')`),
);

export const EMAILS: Work<"email/send.requested"> = {
  job: "email/send.requested",
  table: "email",
  id: "id",
  owner: sql`bank_id`,
  data: sql`jsonb_strip_nulls(jsonb_build_object('email_id', id, 'bank_id', bank_id))`,
};
