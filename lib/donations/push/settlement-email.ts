/** The email about a donation's outcome. */

import type { NewEmail } from "../../email/queue.ts";
import { donationCompletedEmail, donationFailedEmail } from "../../email/templates/donation.ts";
import { log } from "../../log.ts";
import type { Settlement } from "../state.ts";
import type { PushedDonation } from "./sql.ts";

/**
 * Composed before the donation is settled. An email that cannot be composed is logged and omitted, so that it
 * does not keep the donation from being settled.
 */
export function settlementEmail(
  donation: PushedDonation,
  settlement: Settlement,
  at: Date,
): NewEmail | null {
  if (donation.emailTo === null) return null;
  const told = {
    donationId: donation.id,
    amountCents: donation.amountCents,
    pointsRedeemed: donation.pointsRedeemed,
    pointsPerDollar: donation.pointsPerDollar,
    schoolName: donation.schoolName,
    // Only the school's own funds are named: no free text goes into emails.
    fundName: donation.fund?.name ?? null,
    bankName: donation.bankName,
    at,
  };
  try {
    const email =
      settlement.status === "completed"
        ? donationCompletedEmail({ ...told, confirmationId: settlement.creditId })
        : donationFailedEmail(told);
    const { emailTo: to, giverId: cardholderId, bankId } = donation;
    return { to, kind: "donation", cardholderId, bankId, ...email };
  } catch (error) {
    log().error({ err: error, donation_id: donation.id }, "a donation's email cannot be composed");
    return null;
  }
}
