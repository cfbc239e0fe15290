/** A tax receipt, sent to whoever it is for. */
import { env } from "../../env.ts";
import { formatDollars } from "../../money.ts";
import type { Composed } from "./composed.ts";
import { compose } from "./letter.ts";
import { writeDay } from "./moments.ts";

export type ReceiptMail = {
  receiptNumber: string;
  donorName: string;
  organizationName: string;
  schoolName: string;
  amountCents: number;
  donationDate: string;
  /** What the receipt says about deducting; the mail says no more than that. */
  statement: string;
  specimen: boolean;
  /** Where the receipt can be read. */
  link: string;
};

export async function receiptMail(receipt: ReceiptMail): Promise<Composed> {
  const { receiptNumber, donorName, schoolName, specimen, link } = receipt;
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
      ["Donor", donorName],
      ["Organization", receipt.organizationName],
      ["School", schoolName],
      ["Date", writeDay(receipt.donationDate)],
    ],
    button: { label: "See the receipt", link },
    why: `You get this mail because ${donorName} donated through ${brandName} and the receipt was to come to this address.`,
    optional: true,
  });
}
