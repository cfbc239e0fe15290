/** Delivers a group of events to endpoints, until each is accepted or its retry schedule has ended. */
import type { Inngest } from "inngest";
import { env } from "#lib/env.ts";
import type { Attempts, Kind } from "#lib/jobs/attempts.ts";
import { attemptDelivery } from "#lib/webhooks/delivery/deliver.ts";
import { DELIVERIES } from "#lib/webhooks/delivery/sql.ts";
import { groupFunction } from "../groups.ts";
import { delayBefore, spread } from "../schedule.ts";

/** At its end the delivery is dead: it can be replayed. An endpoint may ask for longer waits. */
const schedule = () => env().webhookRetryScheduleMs;
const waitBefore = (id: string, attempt: number) => spread(delayBefore(schedule(), attempt), id);

const WEBHOOKS: Kind<"webhook/delivery.requested"> = {
  work: DELIVERIES,
  idOf: ({ delivery_id: id }) => id,
  attempt: (delivery, watch) =>
    attemptDelivery(delivery, { waitBefore, attempts: schedule().length }, watch),
};

export const deliverWebhooks = (inngest: Inngest, attempts?: Attempts) =>
  groupFunction(
    inngest,
    { id: "deliver-webhooks", kind: WEBHOOKS, waitMs: () => delayBefore(schedule(), 1) },
    attempts,
  );
