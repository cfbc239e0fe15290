import { sql } from "kysely";
import { TRANSFER_KINDS } from "../ledger/contract.ts";
import { bankEffectOf } from "./postings.ts";

const RAISING = TRANSFER_KINDS.filter((kind) => bankEffectOf(kind, 1) > 0);

/** What transfer `t` adds to what the bank owes, by the posting rules. */
export const bankEffect = sql`(case when t.kind in (${sql.join(RAISING.map((kind) => sql.lit(kind)))})
  then t.cents else -t.cents end)`;
