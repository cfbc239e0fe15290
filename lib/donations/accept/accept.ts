/** What accepting a donation is, whoever asks for it: the one way by which donations come to be. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { v7 as uuidv7 } from "uuid";
import { batch, NO_GATHER_DELAY } from "../../batch.ts";
import { env } from "../../env.ts";
import { InvalidInput, type Violation } from "../../errors.ts";
import { wakeDispatcher } from "../../jobs/dispatch.ts";
import { addToLogContext } from "../../log.ts";
import { metrics } from "../../metrics.ts";
import { amountObjections, schoolObjections } from "../../schools/objections.ts";
import type { ShownDonation } from "../state.ts";
import { type Acceptance, acceptAll, type NewDonation } from "./sql.ts";

/** Equal for two requests that mean the same, whatever the order of their fields. */
export function hashOf(request: object): string {
  const hash = createHash("sha256").update(canonicalize(request) as string);
  return `\\x${hash.digest("hex")}`;
}

/** What every new donation begins with. */
export function newIds() {
  const createdAt = new Date();
  const estimatedConfirmationAt = new Date(createdAt.getTime() + env().confirmationEstimateMs);
  return { id: uuidv7(), jobId: uuidv7(), createdAt, estimatedConfirmationAt };
}

/** Group commit: donations that are accepted at the same time share one statement. */
const acceptOne = batch(
  // Of one reference only one at a time: the statement does not see what it writes itself.
  ({ bankId, bankTransactionRef }: NewDonation) => `${bankId} ${bankTransactionRef}`,
  async (donations): Promise<Acceptance[]> => {
    const found = new Map((await acceptAll({ donations })).map((row) => [row.id, row]));
    return donations.map(({ id }) => found.get(id) as Acceptance);
  },
  NO_GATHER_DELAY,
);

/**
 * Accepts a donation for good, or finds what is against it; then nothing was written. Once it is
 * accepted, the donation reaches the platform even if every process dies.
 */
export async function accept(donation: NewDonation): Promise<Acceptance> {
  const found = await acceptOne(donation);
  if (found.accepted) {
    wakeDispatcher();
    noteAccepted(donation);
  }
  return found;
}

/** The line of this request is what begins a donation's trail in the log. */
function noteAccepted({ id, bankId, channel, amountCents }: NewDonation): void {
  addToLogContext({ donation_id: id, bank_id: bankId });
  metrics().donationsAccepted.inc({ channel });
  metrics().centsAccepted.inc({ channel }, amountCents);
}

/** The row that was just written: reading it back would cost a round trip. */
export function asWritten(donation: NewDonation, { fundId }: Acceptance): ShownDonation {
  return {
    ...donation,
    fundId,
    status: "pending",
    sequence: 0,
    failureReason: null,
    completedAt: null,
    failedAt: null,
    credit: null,
  };
}

type Found = Pick<Acceptance, "schoolActive" | "minimumCents">;

/** All that the data says against a donation, at the fields that name it; null where it is nothing. */
export function refusal(
  { amountCents }: Pick<NewDonation, "amountCents">,
  found: Found,
  ofAccount: Violation[],
): InvalidInput | null {
  const violations = [
    ...schoolObjections(found.schoolActive),
    ...amountObjections(amountCents, found.minimumCents),
    ...ofAccount,
  ];
  return violations.length > 0 ? new InvalidInput(violations) : null;
}
