/** Pushes as work that the sweep and operators requeue. */
import { sql } from "kysely";
import type { Work } from "../../jobs/sql.ts";

/** Unfinished pushes, for the sweep and for operators. */
export const PUSHES: Work<"donation/push.requested"> = {
  job: "donation/push.requested",
  table: "credit",
  id: "donationId",
  owner: sql`(select bank_id from donation where donation.id = donation_id)`,
  isWaiting: sql`(held_at is not null)`,
  data: sql`(
    select jsonb_build_object('donation_id', id, 'school_id', school_id, 'bank_id', bank_id)
    from donation where donation.id = donation_id)`,
};
