/** SQL of the ledger: books, accounts, and transfers. It knows nothing of gifts. */
import { type RawBuilder, sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import type { Cents } from "../money.ts";
import type { AccountKind, TransferKind } from "./contract.ts";

/** The later of the clock and the last cut, in a statement that has joined `ledger_clock(…) clock`. */
export const POSTING_TIME = sql<Date>`greatest(clock.now, clock.cut_at)`;

/**
 * The parts of a `with` that post the rows of `to_post`, and make the accounts of pairs that have none yet: `posted` has
 * the transfers.
 * @param rows id, book_id, party, debit and credit (kinds of account), kind, cents, cause_id, gift_id, corrects_id,
 *   occurred_at, posted_at
 */
export const posting = (rows: RawBuilder<unknown>) => sql`
  to_post (id, book_id, party, debit, credit, kind, cents, cause_id, gift_id, corrects_id, occurred_at, posted_at) as (
    ${rows}
  ), opened as (
    insert into ledger_account (id, book_id, party, kind)
    select distinct ledger_account_id(book_id, party, side.kind) as id, book_id, party, side.kind
    from to_post cross join (values ('due_from_bank'), ('due_to_foundation')) side(kind)
    -- A fixed lock order, so that two first transfers of the same pairs cannot deadlock.
    order by id
    on conflict do nothing
  ), posted as (
    insert into ledger_transfer (id, book_id, debit_id, credit_id, cents, kind, cause_id, gift_id, corrects_id,
      occurred_at, posted_at)
    select id, book_id, ledger_account_id(book_id, party, debit), ledger_account_id(book_id, party, credit), cents,
      kind, cause_id, gift_id, corrects_id, occurred_at, posted_at
    from to_post
    returning id, posted_at
  )`;

/** A transfer between the accounts of a pair. */
type NewTransfer = {
  id: string;
  bookId: string;
  party: string;
  debit: AccountKind;
  credit: AccountKind;
  kind: TransferKind;
  cents: Cents;
  /** What it's posted for, once. */
  causeId: string;
  giftId: string | null;
  correctsId: string | null;
  /** When it happened; null for now. */
  occurredAt: Date | null;
};

/** Posts a transfer at its book's time. @returns that */
export const postTransfer = statement((given: Parameters<NewTransfer>) =>
  raw<{ postedAt: Date }>(sql`
    with clock as materialized (select * from ledger_clock(array[${given.bookId}::uuid])), ${posting(sql`
      select ${given.id}::uuid, ${given.bookId}::uuid, ${given.party}::text, ${given.debit}::text, ${given.credit}::text,
        ${given.kind}::text, ${given.cents}::int8, ${given.causeId}::uuid, ${given.giftId}::uuid,
        ${given.correctsId}::uuid, coalesce(${given.occurredAt}::timestamptz, ${POSTING_TIME}), ${POSTING_TIME}
      from clock`)}
    select posted_at from posted`),
);

/** Keeps a book from being cut until the transaction ends. Comes before every other lock. */
export const holdBook = statement((given: Parameters<{ bookId: string }>) =>
  raw<{ now: Date }>(sql`
    select ${POSTING_TIME} as now from ledger_clock(array[${given.bookId}::uuid]) clock`),
);

/** Locks pairs, which something was posted between before. */
export const lockPairs = statement((given: Parameters<{ bookId: string; parties: string[] }>) =>
  raw<{ party: string }>(sql`
    select party from ledger_account
    where book_id = ${given.bookId} and party = any(${given.parties}::text[]) and kind = 'due_from_bank'
    order by id for no key update`),
);
