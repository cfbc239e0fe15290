/** Sends the events of a range again, batch by batch, and waits while many of the bank's are due. */
import type { Inngest } from "inngest";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { replayNextBatch } from "#lib/webhooks/replay/batch.ts";
import { delayBefore } from "../schedule.ts";

/** A run keeps all its steps: after so many a new one continues. */
const STEPS_PER_RUN = 100;
/** Longer and longer, while many deliveries stay due. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000];

export const replayEvents = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "replay-events",
      triggers: [{ event: "webhook/replay.requested" }],
      // One batch per bank at a time, however many replays it has requested.
      concurrency: { key: "event.data.bank_id", limit: 1 },
      retries: 20,
    },
    async ({ event, step }) => {
      const data = event.data as Jobs["webhook/replay.requested"];
      const { replay_id: id, generation = 0 } = data;
      let waits = 0;
      for (let batch = 1; batch <= STEPS_PER_RUN; batch++) {
        const status = await step.run(`batch ${batch}`, () => replayNextBatch(id, generation));
        if (status === "completed" || status === "superseded") return { status };
        waits = status === "running" ? 0 : waits + 1;
        const pause = delayBefore(PAUSES_MS, waits);
        if (waits > 0) await step.sleep(`wait before batch ${batch + 1}`, pause);
      }
      await step.sendEvent("go on in a fresh run", { name: "webhook/replay.requested", data });
      return { status: "running" };
    },
  );
