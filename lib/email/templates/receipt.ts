/**
 * A tax receipt. The address may be anyone's, so the email contains no text that a bank or a cardholder
 * wrote: the donor's name is on the receipt itself.
 */
import { env } from "../../env.ts";
import { type Cents, formatDollars } from "../../money.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { formatDay } from "./dates.ts";

export type ReceiptEmail = {
  receiptNumber: string;
  organizationName: string;
  schoolName: string;
  amountCents: Cents;
  donationDate: string;
  /** The receipt's tax wording; the email adds nothing to it. */
  statement: string;
  specimen: boolean;
  /** The URL of the receipt. */
  link: string;
};

export function receiptEmail(receipt: ReceiptEmail): Composed {
  const { receiptNumber, schoolName, specimen, link } = receipt;
  const { brandName } = env();
  const amount = formatDollars(receipt.amountCents);
  return compose({
    subject: `${specimen ? "Specimen: receipt" : "Receipt"} for your ${amount} donation to ${schoolName}`,
    preview: `Receipt ${receiptNumber}, ${amount} to ${receipt.organizationName}.`,
    heading: specimen ? "Specimen of your receipt" : "Your receipt",
    money: { amount, points: [] },
    paragraphs: [
      ...(specimen ? ["This is a specimen from a sandbox. It is not a tax document."] : []),
      ...receipt.statement.split(/\n{2,}/),
    ],
    facts: [
      ["Receipt", receiptNumber],
      ["Organization", receipt.organizationName],
      ["School", schoolName],
      ["Date", formatDay(receipt.donationDate)],
    ],
    button: { label: "See the receipt", link },
    why: `You’re receiving this email because a gift was made through ${brandName} and its receipt was to come to this address.`,
    optional: true,
  });
}
