/**
 * A receipt on its own: to another address than the giver's, or for those who want nothing else. Another address may
 * be anyone's, so the email contains no text that a bank or a cardholder wrote.
 */
import { env } from "../../env.ts";
import { compose, composed, type EmailTicket } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { giftLink, type IssuedReceipt, receiptFact, thanks } from "./gift.ts";

export type ReceiptEmail = IssuedReceipt & {
  giftId: string;
  ticket: EmailTicket;
  confirmationNumber: string | null;
  /** The receipt's tax wording, in paragraphs. */
  statement: string[];
  /** `own`: the giver's, with their name if they have one. */
  recipient: { own: true; name: string | null } | { own: false };
  /** Whether somebody has asked for this email. */
  isRequested: boolean;
  /** Whether the receipt is attached as a PDF. */
  isAttached: boolean;
};

const SPECIMEN = "This is a specimen from a sandbox, not a tax document.";

function headingOf({ recipient, isRequested }: ReceiptEmail): string {
  if (isRequested || !recipient.own) return "Your receipt";
  return thanks(recipient.name);
}

function whyOf({ recipient, isRequested }: ReceiptEmail): string {
  const { brandName } = env();
  if (isRequested) {
    return `You’re receiving this email because a ${brandName} donor asked us to send their receipt to this address.`;
  }
  return recipient.own
    ? `You’re receiving this email because you gave through ${brandName}.`
    : `You’re receiving this email because a ${brandName} donor’s receipts are sent to this address.`;
}

export function receiptEmail(receipt: ReceiptEmail): Composed {
  const { ticket, confirmationNumber, isAttached } = receipt;
  const { amount, school, foundation } = ticket;
  const which = `${receipt.recipient.own ? "your" : "a"} ${amount} gift to ${school}`;
  const { content } = compose({
    subject: `Receipt for ${which}`,
    preview: `Receipt ${receipt.number} from ${foundation}.`,
    heading: headingOf(receipt),
    lead: isAttached ? `The receipt for ${which} is attached.` : `Here’s the receipt for ${which}.`,
    ticket: {
      ...ticket,
      stub: [
        receiptFact(receipt),
        ...(confirmationNumber === null
          ? []
          : [["Confirmation number", confirmationNumber] as [string, string]]),
        ...ticket.stub,
      ],
    },
    paragraphs: [...(receipt.specimen ? [SPECIMEN] : []), ...receipt.statement],
    button: { label: "View receipt", link: `${giftLink(receipt.giftId)}/receipt` },
    why: whyOf(receipt),
    optional: !receipt.isRequested,
  });
  return composed(isAttached ? { ...content, attachedReceiptOf: receipt.giftId } : content);
}
