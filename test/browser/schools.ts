/** Schools that the demonstration does not have. */
import { query } from "./application.ts";

/** One that takes no donations now; otherwise as Iowa. */
export async function makeClosedSchool(): Promise<void> {
  await query(
    `insert into school
     select (jsonb_populate_record(s, '{"id": "closed-journey", "name": "Closed College", "active": false}')).*
     from school s where id = 'iowa' on conflict do nothing`,
  );
}
