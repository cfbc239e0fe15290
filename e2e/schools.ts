/** Schools missing from the demo data. */
import { query } from "./application.ts";

/** An inactive school, otherwise like Iowa. */
export async function makeClosedSchool(): Promise<void> {
  await query(
    `insert into school
     select (jsonb_populate_record(s, '{"id": "closed-journey", "name": "Closed College", "active": false}')).*
     from school s where id = 'iowa' on conflict do nothing`,
  );
}
