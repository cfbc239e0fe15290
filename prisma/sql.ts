/** SQL of the sandbox's seed. */
import { sql } from "kysely";
import { raw } from "#lib/database/expressions.ts";
import { type Parameters, statement } from "#lib/database/statement.ts";

/** When donors are told to expect an answer about gifts of these times, in their order, as accepting decides it. */
export const findPromises = statement(
  (given: Parameters<{ times: Date[]; timeZone: string; days: number }>) =>
    raw<{ at: Date }>(sql`
      select confirmation_promise(at, ${given.timeZone}, ${given.days}) as at
      from unnest(${given.times}::timestamptz[]) with ordinality as given(at, n) order by n`),
);
