/**
 * Fills what a migration has added, in portions: a migration itself moves no rows. It runs before the
 * process serves, so that nobody is shown half of what is theirs; others go on meanwhile.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Progress } from "./installation-error.ts";

const PORTION = 2_000;
const LOOK_AGAIN_MS = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** When an account was first linked: its id is a UUIDv7, which begins with the milliseconds. */
const FIRST_LINKED = `
  to_timestamp(('x' || left(replace(a.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

/**
 * Donations of before `donation.cardholder_id`: they belong to their account's cardholder. Where the
 * account has been linked anew since, they may be somebody else's, and nothing tells whose: they stay
 * without a cardholder, and only the bank and the operator see them.
 */
const UNFILLED = `
  from donation d join account a on a.id = d.account_id
  where d.cardholder_id is null and d.account_id is not null
    and (d.created_at >= a.linked_at or a.linked_at <= ${FIRST_LINKED} + interval '1 second')`;

/** Rows that somebody holds are passed over, so that neither waits for the other. */
const FILL = `
  with portion as (
    select d.id, a.cardholder_id ${UNFILLED} and d.id > $1
    order by d.id limit $2 for no key update of d skip locked
  ), filled as (
    update donation d set cardholder_id = portion.cardholder_id from portion where d.id = portion.id
  )
  select id from portion order by id desc limit 1`;

async function fillOnce(client: pg.Client, portion: number): Promise<void> {
  for (let last = BEFORE_ALL; ; ) {
    const { rows } = await client.query<{ id: string }>(FILL, [last, portion]);
    if (!rows[0]) return;
    last = rows[0].id;
  }
}

/** Fills what is left to fill. Any number of processes may do so at once. */
export async function backfill(
  databaseUrl: string,
  { progress = () => {}, portion = PORTION }: { progress?: Progress; portion?: number } = {},
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: "points-to-donation backfill",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let told = false; ; told = true) {
      const { rowCount } = await client.query(`select 1 ${UNFILLED} limit 1`);
      if (!rowCount) return;
      if (told) await delay(LOOK_AGAIN_MS);
      else progress("Setting each donation's cardholder…");
      await fillOnce(client, portion);
    }
  } finally {
    await client.end().catch(() => {});
  }
}
