/** The email that tells a giver whether their gift succeeded. */
import { isDatabaseUnavailable } from "../database/errors.ts";
import { formatMoment } from "../dates.ts";
import { isConfirmationNumber } from "../donations/confirmation-number.ts";
import { buildGiftTicket, type TicketGift } from "../donations/gift-ticket.ts";
import { sharingOf } from "../donations/sharing.ts";
import type { Settlement } from "../donations/state.ts";
import type { NewEmail } from "../email/queue.ts";
import type { Composed } from "../email/templates/compose.ts";
import { giftConfirmedEmail, giftFailedEmail } from "../email/templates/gift.ts";
import { log } from "../log.ts";
import { dollarsOrNull } from "../money.ts";
import type { PushedDonation } from "./sql.ts";

/** Only the school's own funds are named: emails contain no free text. */
function fundOf(donation: PushedDonation): TicketGift["fund"] {
  const { fundName: name, deductibility, goodFaithValueCents: cents } = donation;
  if (!name || !deductibility) return null;
  return { name, deductibility, good_faith_value_usd: dollarsOrNull(cents) };
}

async function confirmationEmail(
  donation: PushedDonation,
  confirmationNumber: string,
  at: Date,
): Promise<Composed> {
  const { bankName, attributed, timeZone } = donation;
  return giftConfirmedEmail({
    giftId: donation.id,
    ticket: await buildGiftTicket({
      ...donation,
      fund: fundOf(donation),
      shared: sharingOf(donation.shareWithSchool),
      confirmed: formatMoment(at, timeZone),
      points: donation,
    }),
    bankName,
    attributed,
    confirmationNumber: isConfirmationNumber(confirmationNumber) ? confirmationNumber.trim() : null,
    name: donation.ownName,
  });
}

export type SettlementEmail = NewEmail & Composed;

/**
 * Composes the email before the donation is settled. If that fails, the email is omitted and the error logged, so that
 * the donation is settled anyway.
 * @throws if the database is unavailable, so that the attempt is retried
 */
export async function settlementEmail(
  donation: PushedDonation,
  settlement: Settlement,
  at: Date,
): Promise<SettlementEmail | null> {
  const { id, emailTo: to, giverId: cardholderId, bankId } = donation;
  if (to === null) return null;
  try {
    const email =
      settlement.status === "completed"
        ? await confirmationEmail(donation, settlement.platformCreditId, at)
        : giftFailedEmail({ ...donation, giftId: id, at });
    return { id, to, kind: "donation", cardholderId, bankId, ...email };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, donation_id: id }, "couldn't compose the gift's email");
    return null;
  }
}
