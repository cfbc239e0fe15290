/** Makes the first attempts of several pushes or deliveries in one run. What they leave over goes alone. */
import type { Inngest } from "inngest";
import { PUSHES } from "#lib/donations/push/sql.ts";
import { env } from "#lib/env.ts";
import type { Jobs } from "#lib/jobs/enqueue.ts";
import { type FirstAttempts, firstAttempts, type GroupKind } from "#lib/jobs/first-attempts.ts";
import type { MemberJob } from "#lib/jobs/groups.ts";
import { pushAndReceipt } from "#lib/receipts/mutations.ts";
import { attemptDelivery } from "#lib/webhooks/delivery/deliver.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { delayBefore, withJitter } from "../schedule.ts";

const FIRST_PUSHES: GroupKind<"donation/push.requested"> = {
  work: PUSHES,
  memberOf: ({ donation_id: id, generation = 0, attempts_before: attemptsBefore = 0 }) => {
    return { id, generation, attemptsBefore };
  },
  async attempt({ id, generation }, watch) {
    const schedule = env().pushRetryScheduleMs;
    const nextWaitMs = delayBefore(schedule, 2, "last repeats");
    const run = { generation, nextWaitMs, flag: schedule.length <= 1, watch };
    return (await pushAndReceipt(id, run)) !== "pending";
  },
};

const FIRST_DELIVERIES: GroupKind<"webhook/delivery.requested"> = {
  work: DELIVERIES,
  memberOf: ({ delivery_id: id, generation = 0, attempts_before: attemptsBefore = 0 }) => {
    return { id, generation, attemptsBefore };
  },
  async attempt({ id, generation }, watch) {
    const wait = delayBefore(env().webhookRetryScheduleMs, 2, "ends");
    const run = { generation, nextWaitMs: withJitter(wait, id, 2), watch };
    return (await attemptDelivery(id, run)).status !== "pending";
  },
};

type Given<Name extends MemberJob> = {
  id: string;
  event: string;
  kind: GroupKind<Name>;
  /** Whether its groups are of one school or endpoint each, which was slow or has failed. */
  isApart?: boolean;
};

/** Each run lasts as long as its members are answered, a few seconds at most. No bank takes all slots. */
const TOGETHER = [{ limit: 64 }, { key: "event.data.owner", limit: 16 }] as const;
/** Each run lasts as long as its slowest members. No bank takes many slots for a school or an endpoint, and none takes all. */
const APART = [
  { key: "event.data.owner", limit: 2 },
  { key: "event.data.bank_id", limit: 8 },
] as const;

/** @returns makes the function; its attempts are the process's, and a simulation of several processes has several */
const attemptTogether =
  <Name extends MemberJob>({ id, event: name, kind, isApart = false }: Given<Name>) =>
  (inngest: Inngest, attempts: () => FirstAttempts = firstAttempts) =>
    inngest.createFunction(
      {
        id,
        triggers: [{ event: name }],
        concurrency: isApart ? [...APART] : [...TOGETHER],
        retries: 20,
      },
      async ({ event, step, attempt }) => {
        const members = event.data.members as Jobs[Name][];
        const { make, takeOver } = attempts();
        return step.run("first attempts", () =>
          attempt === 0 ? make(kind, members, isApart) : takeOver(kind, members, isApart),
        );
      },
    );

export const pushCreditsTogether = attemptTogether({
  id: "push-donation-credits",
  event: "donation/pushes.requested",
  kind: FIRST_PUSHES,
});

export const deliverWebhooksTogether = attemptTogether({
  id: "deliver-webhooks",
  event: "webhook/deliveries.requested",
  kind: FIRST_DELIVERIES,
});

export const pushCreditsApart = attemptTogether({
  id: "push-donation-credits-apart",
  event: "donation/pushes-apart.requested",
  kind: FIRST_PUSHES,
  isApart: true,
});

export const deliverWebhooksApart = attemptTogether({
  id: "deliver-webhooks-apart",
  event: "webhook/deliveries-apart.requested",
  kind: FIRST_DELIVERIES,
  isApart: true,
});
