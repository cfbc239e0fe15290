/** Emails that are not sent, for the sweep. */
import { sql } from "kysely";
import type { Work } from "../jobs/sweep.ts";

export const EMAILS: Work<"mail/send.requested"> = {
  job: "mail/send.requested",
  table: "mail",
  id: "id",
  owner: sql`bank_id`,
  data: sql`jsonb_strip_nulls(jsonb_build_object('mail_id', id, 'bank_id', bank_id))`,
};
