/** SQL of banks and loyalty programs. */
import { sql } from "kysely";
import type { Cents } from "../money.ts";
import { STANDARD_LIMITS } from "./program-limits.ts";

const { maxGiftCents, maxDailyCents, timeZone } = STANDARD_LIMITS;

/** The limits of the program that is joined as `p`, if it has a row, and whether the bank `b` approves gifts itself. */
export const givingTerms = [
  sql<Cents>`coalesce(p.max_gift_cents, ${sql.lit(maxGiftCents)})`.as("maxGiftCents"),
  sql<Cents>`coalesce(p.max_daily_cents, ${sql.lit(maxDailyCents)})`.as("maxDailyCents"),
  sql<string>`coalesce(p.time_zone, ${sql.lit(timeZone)})`.as("timeZone"),
  sql<boolean>`exists (select 1 from authorization_address where bank_id = b.id)`.as("asksBank"),
] as const;
