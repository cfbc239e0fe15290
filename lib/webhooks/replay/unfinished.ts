/** Replays that are not finished, for the sweep and for operators. */
import type { Claimed, Work } from "../../jobs/sweep.ts";

export const REPLAYS: Work<Claimed & { bank_id: string }> = {
  table: "event_replay",
  id: "id",
  owner: "bank_id",
  returning: "bank_id",
  job: ({ id, bank_id, generation }, attempt) => ({
    name: "webhook/replay.requested",
    data: { replay_id: id, bank_id, generation, attempt },
  }),
};
