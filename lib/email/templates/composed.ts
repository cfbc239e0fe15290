/** An email as a template makes it: plain text that says everything, and HTML that says the same. */
export type Composed = { subject: string; text: string; html: string };
