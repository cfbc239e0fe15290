/** An email as a template composes it: its subject, its plain text, and what its HTML is made of. */
import type { EmailContent, Header } from "./compose.ts";

/** What is stored of a queued email. The next release has to render it, too. */
export type EmailDocument = {
  letter: EmailContent;
  head: Header;
  /** Waits until the gift's receipt is added; sent without it if that takes minutes. */
  awaitsReceipt?: true;
  /** The gift whose receipt is attached as a PDF, which is drawn when the email is sent. */
  attachedReceiptOf?: string;
};

export type Composed = { subject: string; text: string; content: EmailDocument };
