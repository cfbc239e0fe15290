/** SQL for schools' records: what's missing from one, and until when it's complete. */
import { sql } from "kysely";
import type { TenantName } from "../../auth/tenants.ts";
import { raw } from "../../database/expressions.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { FundRow, SchoolRow } from "../sql.ts";

/** How long a check of the registration or the good standing counts, in days. */
const CHECK_DAYS = 365;
/** How long before its end a check is listed as expiring, in days. */
export const EXPIRES_SOON_DAYS = 30;

const today = sql`(now() at time zone 'UTC')::date`;

const isOutdated = (column: string) =>
  sql`coalesce(${sql.ref(column)} < ${today} - ${sql.lit(CHECK_DAYS)}, true)`;

export const localDay = sql<string>`(now() at time zone s.time_zone)::date::text`;

/** Which day is a gift's date, by the record `r`. */
export const giftDateRule = sql<string>`coalesce(r.gift_date, 'confirmed')`;

/** What the record `r` of school `s` lacks. */
export const missing = sql<string[]>`array_remove(array[
  case when r.consent_by is null or r.consent_on is null or r.consent_document is null then 'consent' end,
  case when r.legal_name is null then 'legal_name' end,
  case when s.ein is null then 'ein' end,
  case when ${isOutdated("r.registration_checked_on")} then 'registration' end,
  case when ${isOutdated("r.good_standing_checked_on")} then 'good_standing' end,
  case when r.contact_name is null or r.contact_email is null then 'contact' end,
  case when r.encrypted_payee is null then 'payee' end,
  case when r.receipts_approved_on is null then 'receipt_approval' end], null)`;

/** The last day on which both checks count; null if either was never made. */
export const expiresOn = sql<string | null>`(case when r.registration_checked_on is not null
  and r.good_standing_checked_on is not null then
  least(r.registration_checked_on, r.good_standing_checked_on) + ${sql.lit(CHECK_DAYS)} end)::text`;

export const taxClasses = sql<string>`(
  select coalesce(string_agg(concat_ws(':', fund_id, deductibility, good_faith_value_cents), ',' order by fund_id), '')
  from fund where fund.school_id = s.id and fund.retired_at is null)`;

/** The address of the person with the ID in a column; null if the column holds a name, as it once did. */
export const emailOf = (column: string) =>
  sql<string | null>`(select email from cardholder
    where id = case when pg_input_is_valid(${sql.ref(column)}, 'uuid') then ${sql.ref(column)}::uuid end)`;

export const schoolsWithRecords = kysely
  .selectFrom("school as s")
  .leftJoin("schoolRecord as r", "r.schoolId", "s.id");

/** Deactivates active schools with an incomplete record. @param schoolIds only these; null for all */
export const deactivateIncomplete = statement(
  ({ schoolIds }: Parameters<{ schoolIds: string[] | null }>) =>
    raw(sql<{ id: string; missing: string[] }>`
      with incomplete as (
        select s.id, ${missing} as missing
        from school as s left join school_record as r on r.school_id = s.id
        where s.active and ${missing} <> '{}' and (${schoolIds}::text[] is null or s.id = any(${schoolIds}))
      )
      update school set active = false from incomplete
      where school.id = incomplete.id and school.active
      returning school.id, incomplete.missing`),
);

type TaxClass = Pick<FundRow, "schoolId" | "fundId" | "deductibility" | "goodFaithValueCents">;
type Receipts = Pick<SchoolRow, "id" | "foundationName">;

/**
 * Withdraws the approval of receipts that an import changes: the foundation's name, or a fund's tax class. Funds that the
 * foundation has changed itself aren't imported.
 */
export const withdrawApprovals = statement(
  ({ schools, funds }: Parameters<{ schools: Receipts[]; funds: TaxClass[] }>) =>
    raw(sql`
      with changed as (
        select s.id from ${recordset(schools, "listed", { id: "text", foundationName: "text" })}
        join school as s on s.id = listed.id and s.foundation_name <> listed.foundation_name
        union
        select imported.school_id from ${recordset(funds, "imported", {
          schoolId: "text",
          fundId: "text",
          deductibility: "text",
          goodFaithValueCents: "int8",
        })}
        left join fund as f on f.school_id = imported.school_id and f.fund_id = imported.fund_id
        where f.edited_at is null and (f.deductibility, f.good_faith_value_cents)
          is distinct from (imported.deductibility, imported.good_faith_value_cents)
      )
      update school_record set receipts_approved_by = null, receipts_approved_on = null
      from changed where school_id = changed.id and receipts_approved_on is not null`),
);

/** Whom new payee details concern: the foundation's contact, its admins and finance people, and the banks that pay it. */
export const findConcerned = statement((given: Parameters<{ schoolId: string }>) =>
  raw<{ to: string; tenant: TenantName; foundation: string }>(sql`
    select "to", tenant, coalesce(r.legal_name, s.foundation_name) as foundation
    from school s left join school_record r on r.school_id = s.id join lateral (
      select r.contact_email as "to", 'school:' || s.id as tenant
      union select c.email, m.tenant from membership m join cardholder c on c.id = m.cardholder_id
        where m.tenant = 'school:' || s.id and m.role in ('finance', 'admin')
      union select coalesce(b.billing_email, b.contact_email), 'bank:' || b.id
        from ledger_account a join bank b on b.id = a.book_id where a.party = s.id) concerned on "to" is not null
    where s.id = ${given.schoolId}`),
);
