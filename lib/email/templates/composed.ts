/** An email as a template makes it: plain text, and what its HTML is made of. */
import type { EmailContent, Header } from "./compose.ts";

export type EmailDocument = { letter: EmailContent; head: Header };

export type Composed = { subject: string; text: string; content: EmailDocument };
