/** Replays that are not finished, for the sweep and for operators. */
import { sql } from "kysely";
import type { Work } from "../../jobs/sweep.ts";

export const REPLAYS: Work<"webhook/replay.requested"> = {
  job: "webhook/replay.requested",
  table: "eventReplay",
  id: "id",
  owner: sql`bank_id`,
  data: sql`jsonb_build_object('replay_id', id, 'bank_id', bank_id)`,
};
