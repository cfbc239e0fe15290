/** The lines of a receipt: the same on the page and in the PDF. */
import { formatDay } from "../../dates.ts";
import { SHARED } from "../../donations/sharing.ts";
import { fundLabel, type Receipt } from "../contract.ts";
import { exactDollars } from "../deductibility.ts";

export type ReceiptLine = {
  label: string;
  value: string;
  /** The most important line, which is shown larger. */
  isAmount?: boolean;
};

/** Shown on every sandbox receipt, and on a foundation's preview of its receipts. */
export const SPECIMEN_NOTE = "Sample. No gift was made, and this isn’t a valid receipt.";

/** The numbers of a receipt: the one to quote, and those for reference. */
export function receiptNumbers(receipt: Receipt): { shown: ReceiptLine; others: ReceiptLine[] } {
  const { school_confirmation_id: confirmation, receipt_number, donation_id } = receipt;
  const number = { label: "Receipt number", value: receipt_number };
  const gift = { label: "Gift ID", value: donation_id };
  if (confirmation === null) return { shown: number, others: [gift] };
  return { shown: { label: "Confirmation number", value: confirmation }, others: [number, gift] };
}

const count = (points: number) => points.toLocaleString("en-US");

function pointsOf({ points_redeemed, points_per_dollar }: Receipt): string {
  const points = `${count(points_redeemed)} points`;
  if (points_per_dollar === null) return points;
  return `${points}, at ${count(points_per_dollar)} points per dollar`;
}

function deductibleOf({ deductible_amount_usd: usd, deductibility }: Receipt): string {
  if (usd === null) return "Not stated";
  return deductibility === "none" || usd === 0 ? "None" : `Up to ${exactDollars(usd)}`;
}

/** What a corrected receipt says of the ones that it replaces. */
function correctionLines({ correction, donation_date, dollar_amount }: Receipt): ReceiptLine[] {
  if (!correction) return [];
  const { replaces, reason, original_amount_usd: given, needed_by } = correction;
  const year = donation_date.slice(0, 4);
  const isLess = dollar_amount < given;
  return [
    ...(isLess ? [{ label: "Originally given", value: exactDollars(given) }] : []),
    { label: `Replaces receipt${replaces.length > 1 ? "s" : ""}`, value: replaces.join(", ") },
    { label: "Why", value: reason },
    {
      label: "For your taxes",
      value:
        needed_by === null
          ? `If you’ve filed your return for ${year}, ask a tax advisor whether to amend it.`
          : `You should have this by ${formatDay(needed_by)}, when your return for ${year} is due.`,
    },
  ];
}

export function receiptLines(receipt: Receipt): ReceiptLine[] {
  const value = receipt.goods_or_services_value_usd;
  return [
    { label: "Amount", value: exactDollars(receipt.dollar_amount), isAmount: true },
    ...correctionLines(receipt),
    { label: "Date of gift", value: formatDay(receipt.donation_date) },
    { label: "Donor", value: receipt.donor_name },
    { label: "Donor’s email", value: receipt.donor_email },
    { label: "School", value: receipt.school_name },
    ...(receipt.shared_with_school === null
      ? []
      : [{ label: "Shared with school", value: SHARED[receipt.shared_with_school] }]),
    { label: "Fund", value: fundLabel(receipt) },
    // Zero means that the bank didn't send the number of points.
    ...(receipt.points_redeemed > 0
      ? [{ label: "Points redeemed", value: pointsOf(receipt) }]
      : []),
    { label: "Goods or services", value: value === null ? "Not stated" : exactDollars(value) },
    { label: "Deductible amount", value: deductibleOf(receipt) },
  ];
}
