/** SQL of the ledger: books, accounts, and transfers. It knows nothing of gifts. */
import { type RawBuilder, sql } from "kysely";

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
    returning id, cause_id, posted_at
  )`;
