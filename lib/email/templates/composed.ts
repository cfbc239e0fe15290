/** An email as a template makes it: the same content as plain text and as HTML. */
export type Composed = { subject: string; text: string; html: string };
