/**
 * A receipt on its own: to an address other than the giver's, or for people who want only receipts. Another address
 * can be anyone's, so the email contains no text that a bank or a cardholder wrote.
 */
import { env } from "../../env.ts";
import type { Composed } from "./compose.ts";
import { compose, composed, type EmailTicket } from "./compose.ts";
import {
  DID_YOU_GIVE,
  giftLink,
  howToDecide,
  type IssuedReceipt,
  notMe,
  numberFact,
  receiptFact,
  type Through,
  thanks,
} from "./gift.ts";

export type ReceiptEmail = IssuedReceipt &
  Through & {
    giftId: string;
    ticket: EmailTicket;
    confirmationNumber: string | null;
    /** The receipt's tax wording, in paragraphs. */
    statement: string[];
    /** `own`: the giver's, with their name if they have one. */
    recipient: { own: true; name: string | null } | { own: false };
    isRequested: boolean;
    isAttached: boolean;
    /** What it corrects: the numbers of the earlier receipts, and why. Null for a first receipt. */
    correction: { replaces: string[]; reason: string } | null;
  };

const SPECIMEN = "This is a sample from a sandbox, not a tax document.";

/** Whether the email is unrequested, and only the bank says that the gift is the person's. */
const isUnattributed = ({ attributed, isRequested }: ReceiptEmail) => !attributed && !isRequested;

function headingOf(receipt: ReceiptEmail): string {
  const { recipient, isRequested, correction } = receipt;
  if (correction) return "Your corrected receipt";
  if (isRequested || !recipient.own) return "Your receipt";
  return isUnattributed(receipt) ? DID_YOU_GIVE : thanks(recipient.name);
}

const correctedLead = ({ replaces, reason }: NonNullable<ReceiptEmail["correction"]>) =>
  `${reason} This receipt replaces ${replaces.join(" and ")}. Use only this one for your taxes.`;

function leadOf(receipt: ReceiptEmail, which: string): string {
  if (receipt.correction) return correctedLead(receipt.correction);
  const lead = receipt.isAttached
    ? `The receipt for ${which} is attached.`
    : `Here’s the receipt for ${which}.`;
  if (!isUnattributed(receipt)) return lead;
  const { bankName, recipient } = receipt;
  return `${lead} ${bankName} says ${recipient.own ? "you" : "a customer"} gave it.`;
}

function whyOf(receipt: ReceiptEmail): string {
  const { recipient, isRequested, bankName } = receipt;
  const { brandName } = env();
  if (isRequested) return `a ${brandName} donor asked us to send their receipt to this address.`;
  if (recipient.own && isUnattributed(receipt)) return `${bankName} says you’re its customer.`;
  return recipient.own
    ? `you gave through ${brandName}.`
    : `a ${brandName} donor’s receipts are sent to this address.`;
}

export function receiptEmail(receipt: ReceiptEmail): Composed {
  const { ticket, confirmationNumber, isAttached, recipient } = receipt;
  const { amount, school, foundation } = ticket;
  const asks = recipient.own && isUnattributed(receipt);
  const which = `${recipient.own && !asks ? "your" : "a"} ${amount} gift to ${school}`;
  const subject = receipt.correction ? `Corrected receipt for ${which}` : `Receipt for ${which}`;
  const { content } = compose({
    subject,
    preview: `Receipt ${receipt.number} from ${foundation}.`,
    heading: headingOf(receipt),
    lead: leadOf(receipt, which),
    ticket: {
      ...ticket,
      stub: [
        ...numberFact(confirmationNumber),
        ...ticket.stub.toSpliced(-1, 0, receiptFact(receipt)),
      ],
    },
    paragraphs: [
      ...(asks ? [howToDecide(receipt.bankName)] : []),
      ...(receipt.specimen ? [SPECIMEN] : []),
      ...receipt.statement,
    ],
    button: { label: "View receipt", link: `${giftLink(receipt.giftId)}/receipt` },
    ...(asks ? { otherLink: notMe() } : {}),
    why: whyOf(receipt),
    optional: !receipt.isRequested,
  });
  return composed(isAttached ? { ...content, attachedReceiptOf: receipt.giftId } : content);
}
