/** Pushes the credits of a group of donations until the platforms have decided, however long that takes. */
import type { Inngest } from "inngest";
import { PUSHES } from "#lib/donations/sql.ts";
import { env } from "#lib/env.ts";
import type { Attempts, Kind } from "#lib/jobs/attempts.ts";
import { pushCredit } from "#lib/settlement/push.ts";
import { groupFunction } from "../groups.ts";
import { delayBefore } from "../schedule.ts";

/** Past its end the last wait repeats, and an operator has to look at the donation. */
const schedule = () => env().pushRetryScheduleMs;
const waitBefore = (attempt: number) => delayBefore(schedule(), attempt);

const CREDITS: Kind<"donation/push.requested"> = {
  work: PUSHES,
  idOf: ({ donation_id: id }) => id,
  attempt: (donation, watch) =>
    pushCredit(donation, { waitBefore, flagFrom: schedule().length }, watch),
};

export const pushDonationCredits = (inngest: Inngest, attempts?: Attempts) =>
  groupFunction(
    inngest,
    { id: "push-donation-credits", kind: CREDITS, waitMs: () => waitBefore(1) },
    attempts,
  );
