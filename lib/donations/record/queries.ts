/** Everything that happened to one of a bank's donations, for its team. */
import { validate as isUuid } from "uuid";
import type { BankApiScope } from "../../auth/scopes.ts";
import { requireRow, run } from "../../database/run.ts";
import { ServiceError } from "../../errors.ts";
import { deliveriesOf, eventsOf, recordOf } from "./sql.ts";

/** A donation, and its events with their deliveries. @throws ServiceError DONATION_NOT_FOUND */
export async function readRecord(scope: BankApiScope, donationId: string) {
  // An address can contain anything.
  if (!isUuid(donationId)) throw new ServiceError("DONATION_NOT_FOUND");
  const donation = await requireRow(recordOf(scope, donationId), "DONATION_NOT_FOUND");
  const [events, deliveries] = await Promise.all([
    run(eventsOf(scope, donationId)),
    run(deliveriesOf(scope, donationId)),
  ]);
  const deliveriesBy = Map.groupBy(deliveries, ({ eventId }) => eventId);
  return {
    donation,
    events: events.map((event) => ({ ...event, deliveries: deliveriesBy.get(event.id) ?? [] })),
  };
}

export type DonationRecord = Awaited<ReturnType<typeof readRecord>>;
