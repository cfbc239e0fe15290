/** The beginning of a run whose work was in a group before. */
import type { GetStepTools, Inngest } from "inngest";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import type { MemberJob } from "#lib/jobs/groups.ts";
import { heldFor, type Work } from "#lib/jobs/sweep.ts";

type Request = Pick<Jobs[MemberJob], "generation" | "not_before" | "held"> & { id: string };

/**
 * Waits until an attempt is due. If another process held the work for the response to its first attempt, waits
 * for as long as it goes on doing so.
 */
export async function untilDue(
  step: GetStepTools<Inngest>,
  work: Work,
  { id, generation = 0, not_before: due, held }: Request,
): Promise<void> {
  if (due !== undefined) await step.sleepUntil("wait until it is due", due);
  for (let times = 1; held; times++) {
    const ms = await step.run(`see whether it is held, ${times}`, () =>
      heldFor(work, { id, generation }),
    );
    if (ms <= 0) return;
    await step.sleep(`wait while it is held, ${times}`, ms);
  }
}
