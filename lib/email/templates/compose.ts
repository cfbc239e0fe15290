/**
 * Composes emails: text and HTML have the same parts in the same order. The HTML is ten times as large, so it is
 * rendered only when needed (`render.ts`).
 */
import { env } from "../../env.ts";
import { oneLine } from "../../text.ts";

/** A name and its value, with an optional remark. */
export type Fact = [name: string, value: string, remark?: string];

/** A gift as a ticket, in its school's colors. */
export type EmailTicket = {
  /** Each is `#rrggbb`. */
  colors: { field: string; ink: string; stub: string; stubInk: string };
  /** Two to four letters. */
  monogram: string;
  school: string;
  /** Who receives the gift. */
  foundation: string;
  amount: string;
  /** "5,000 points", and their rate. */
  points: string[];
  /** The facts on the stub. The first is the largest. */
  stub: Fact[];
};

export type EmailContent = {
  subject: string;
  /** The preheader, which inboxes show next to the subject. */
  preview: string;
  heading: string;
  /** The sentence between the heading and the money. */
  lead?: string;
  ticket?: EmailTicket;
  /** The amount in dollars, and the points, without a ticket. */
  money?: { amount: string; points: string[] };
  paragraphs: string[];
  facts?: Fact[];
  button?: { label: string; link: string };
  /** A secondary link below the button. */
  otherLink?: { label: string; link: string };
  afterward?: string[];
  /** Why the recipient gets this email. */
  why: string;
  /** Whether the recipient can turn such emails off. */
  optional?: boolean;
};

/** Shared by every email. */
type Header = { brandName: string; notice: string | null; settingsLink: string };

/** The stored form of a queued email. The next release must be able to render it, too. */
export type EmailDocument = {
  letter: EmailContent;
  head: Header;
  /** The gift whose receipt is attached as a PDF, rendered when the email is sent. */
  attachedReceiptOf?: string;
};

export type Composed = { subject: string; text: string; content: EmailDocument };

const SANDBOX_NOTICE = "Sandbox: no real money moved.";
export const CHOOSE_EMAILS = "Choose which emails you get";

function readHeader(): Header {
  const { brandName, environment, publicBaseUrl } = env();
  return {
    brandName,
    notice: environment === "sandbox" ? SANDBOX_NOTICE : null,
    settingsLink: `${publicBaseUrl}/settings`,
  };
}

const factLine = ([name, value, remark]: Fact) =>
  `${name}: ${value}${remark ? `. ${remark}.` : ""}`;

const ticketBlocks = ({ amount, points, school, foundation, stub }: EmailTicket) => [
  [amount, ...points],
  [school, foundation],
  stub.map(factLine),
];

/** Plain text; each link is on its own line. */
function writeText({ letter, head }: EmailDocument): string {
  const { ticket, money, facts = [], button, otherLink, afterward = [] } = letter;
  const blocks = [
    [head.brandName, head.notice],
    [letter.heading],
    [letter.lead],
    ...(ticket ? ticketBlocks(ticket) : []),
    [money?.amount, ...(money?.points ?? [])],
    ...letter.paragraphs.map((paragraph) => [paragraph]),
    facts.map(factLine),
    ...[button, otherLink].map((to) => (to ? [`${to.label}:`, to.link] : [])),
    ...afterward.map((paragraph) => [paragraph]),
    [letter.why, ...(letter.optional ? [`${CHOOSE_EMAILS}:`, head.settingsLink] : [])],
  ];
  return `${blocks
    .map((lines) => lines.filter(Boolean).join("\n"))
    .filter(Boolean)
    .join("\n\n")}\n`;
}

/** Names come from banks and schools: a line break in one must not create a header or a paragraph. */
const sanitized = (letter: EmailContent): EmailContent =>
  JSON.parse(JSON.stringify(letter), (_name, value) =>
    typeof value === "string" ? oneLine(value) : value,
  );

export const composed = (content: EmailDocument): Composed => ({
  subject: content.letter.subject,
  text: writeText(content),
  content,
});

/** @param letter its `why` continues "You’re receiving this email because" */
export const compose = (letter: EmailContent): Composed => {
  const why = `You’re receiving this email because ${letter.why}`;
  return composed({ letter: sanitized({ ...letter, why }), head: readHeader() });
};
