import { sql } from "kysely";
import { raw } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import type { TransferKind } from "../../ledger/contract.ts";
import type { Cents } from "../../money.ts";
import type { JournalAccounts } from "./contract.ts";

export const findAccounts = statement((given: Parameters<{ tenant: string }>) =>
  raw<{ accounts: JournalAccounts }>(
    sql`select accounts from journal_accounts where tenant = ${given.tenant}`,
  ),
);

export const setAccounts = statement(
  (given: Parameters<{ tenant: string; accounts: JournalAccounts }>) =>
    raw(sql`
      insert into journal_accounts (tenant, accounts) values (${given.tenant}, ${given.accounts})
      on conflict (tenant) do update set accounts = excluded.accounts`),
);

export const findTimeZone = statement((given: Parameters<{ id: string }>) =>
  raw<{ timeZone: string }>(sql`
    select time_zone from bank where id::text = ${given.id} union all select time_zone from school where id = ${given.id}`),
);

/** A transfer, for one of its sides. */
export type EntryRow = {
  id: string;
  kind: TransferKind;
  cents: Cents;
  postedAt: Date;
  /** The bank or the school that it is with. */
  other: string;
  causeId: string;
};

type OfSchool = { schoolId: string; from: Date; to: Date };
const ENTRY = sql`t.id, t.kind, t.cents, t.posted_at, t.book_id as other, t.cause_id`;

/**
 * The next of a school's gifts until an instant, with the transfers of those that were posted in an interval. It reads only
 * so many, and only the school's own.
 */
export const readSchoolGifts = statement(
  (given: Parameters<OfSchool & { afterAt: Date; afterId: string; limit: number }>) =>
    raw<{ createdAt: Date; giftId: string } & Omit<EntryRow, "id"> & { id: string | null }>(sql`
      select d.created_at, d.id as gift_id, ${ENTRY}
      from (
        select id, created_at, completed_at from donation
        where school_id = ${given.schoolId} and status = 'completed' and created_at < ${given.to}
          and (created_at, id) > (${given.afterAt}::timestamptz, ${given.afterId}::uuid)
        order by created_at, id limit ${given.limit}
      ) d left join ledger_transfer t on t.cause_id = d.id
        and d.completed_at >= ${given.from} and d.completed_at < ${given.to}
      order by d.created_at, d.id`),
);

/** What else was posted for a school in an interval, which isn't much. */
export const readSchoolOthers = statement(
  (given: Parameters<OfSchool & { afterAt: Date; afterId: string; limit: number }>) =>
    raw<EntryRow>(sql`
      select ${ENTRY} from ledger_account a join ledger_transfer t on t.book_id = a.book_id and t.kind <> 'gift'
        and t.debit_id in (a.id, ledger_account_id(a.book_id, a.party, 'due_to_foundation'))
      where a.party = ${given.schoolId} and a.kind = 'due_from_bank'
        and t.posted_at >= ${given.from} and t.posted_at < ${given.to}
        and (t.posted_at, t.id) > (${given.afterAt}::timestamptz, ${given.afterId}::uuid)
      order by t.posted_at, t.id limit ${given.limit}`),
);
