/** Steps about what the bank's client makes of answers, and of their absence. */
import { releaseDonation } from "../../donations/operations.ts";
import type { Run } from "../run.ts";
import type { Gift, Try } from "../sql.ts";
import type { Step } from "../step.ts";

const plain: Step = {
  expected: "The gift is completed, and its points are taken once.",
  async act(run) {
    const gift = await run.give();
    await run.conclude(gift);
    await run.believes(gift, { status: "completed" });
  },
};

const acceptedIsNotCompleted: Step = {
  expected: "A 202 leaves the gift pending, until an event says that it’s completed.",
  async act(run) {
    const gift = await run.give({ cents: 94 });
    const { id } = await run.donation(gift);
    await run.believes(gift, { status: "pending" });
    await releaseDonation(run.system, id, null);
    await run.conclude(gift);
    await run.believes(gift, { status: "completed" });
  },
};

const lateFailure: Step = {
  expected: "A gift that fails after its 202 is failed, and its points are returned once.",
  async act(run) {
    const gift = await run.give({ cents: 91 });
    await run.conclude(gift, "donation.failed");
    await run.believes(gift, { status: "failed", returned: gift.points });
  },
};

/** @throws Shortcoming unless all are the same request */
function requireSame(run: Run, [first, ...others]: Try[]): void {
  const same = (of: keyof Try) => others.every((other) => other[of] === first?.[of]);
  run.require(same("reference"), "The gift was sent again under another bank_transaction_ref.");
  run.require(same("idempotencyKey"), "The gift was sent again under another Idempotency-Key.");
}

/** A gift that is completed in the end, whatever happens to its first requests. */
async function survive(
  run: Run,
  faults: string[],
  ms: number,
): Promise<{ gift: Gift; tries: Try[] }> {
  const gift = await run.give({ faults });
  const missing = "The gift wasn’t sent again in time.";
  const tries = await run.tries(gift, faults.length + 1, missing, ms);
  requireSame(run, tries);
  await run.conclude(gift);
  await run.believes(gift, { status: "completed" });
  return { gift, tries };
}

/** A client backs off a little longer each time. */
const RETRY_MS = 15_000;

const lostAnswer: Step = {
  expected:
    "After a lost answer, the same request is sent again, with the same bank_transaction_ref and Idempotency-Key.",
  act: (run) => survive(run, ["lose"], RETRY_MS),
};

const conflict: Step = {
  expected: "A 409 for a gift that was accepted before isn’t a failure: the gift goes on.",
  async act(run) {
    const gift = await run.give({ cents: 94, faults: ["lose"] });
    const isRefused = (tries: Try[]) => tries.some(({ status }) => status === 409);
    const refused = async () => {
      const tries = await run.tries(gift, 2, "The gift wasn’t sent again in time.", RETRY_MS);
      return isRefused(tries) ? tries : undefined;
    };
    await run.wait(refused, "The gift wasn’t sent again under the same reference.", RETRY_MS);
    await run.believes(gift, { status: "pending" });
    await releaseDonation(run.system, (await run.donation(gift)).id, null);
    await run.conclude(gift);
    await run.believes(gift, { status: "completed" });
  },
};

const slowAnswer: Step = {
  expected: "Your client stops waiting within 15 seconds, and sends the same request again.",
  act: (run) => survive(run, ["hold"], 19_000),
};

/** Clocks and networks aren't exact. */
const NEARLY_A_SECOND_MS = 950;

const unavailable: Step = {
  expected:
    "After a 503 or a 429, the same request is sent again, no sooner than Retry-After says.",
  async act(run) {
    const { tries } = await survive(run, ["unavailable", "limited"], RETRY_MS);
    const times = tries.map(({ at }) => Date.parse(at));
    const isSoon = times.slice(1, 3).some((at, n) => at - (times[n] ?? 0) < NEARLY_A_SECOND_MS);
    run.require(!isSoon, "The gift was sent again sooner than Retry-After says.");
  },
};

const refusal: Step = {
  expected:
    "A gift that is refused at once is failed, its points are returned once, and it isn’t sent again.",
  async act(run) {
    const gift = await run.give({ isInvalid: true });
    await run.tries(gift, 1, "Your client hasn’t submitted the gift through the run’s base URL.");
    await run.believes(gift, { status: "failed", returned: gift.points });
    const tries = await run.tries(gift, 1, "");
    run.require(tries.length === 1, "The refused gift was sent again.");
  },
};

/** What has been attempted is canceled only once no attempt can be under way anymore. */
const CANCEL_MS = 75_000;

const cancel: Step = {
  limitMs: CANCEL_MS + 25_000,
  expected:
    "A gift that you cancel is canceled once the event says so, and its points are returned once.",
  async act(run) {
    const gift = await run.give({ cents: 94 });
    const { id } = await run.donation(gift);
    await run.believes(gift, { status: "pending" });
    await run.ask("cancel", { gift_id: gift.id });
    await run.eventsOnce("correction.updated", id);
    await run.conclude(gift, "donation.canceled", CANCEL_MS);
    await run.believes(gift, { status: "canceled", returned: gift.points });
  },
};

export const REQUEST_STEPS = {
  plain,
  accepted_is_not_completed: acceptedIsNotCompleted,
  late_failure: lateFailure,
  lost_answer: lostAnswer,
  conflict,
  slow_answer: slowAnswer,
  unavailable,
  refusal,
  cancel,
};
