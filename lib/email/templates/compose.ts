/**
 * Composes emails: text and HTML are made from the same parts in the same order. The HTML is ten times as large, and
 * made only when somebody needs it (`layout.ts`).
 */
import { env } from "../../env.ts";
import type { Composed } from "./composed.ts";

export type EmailContent = {
  subject: string;
  /** The preheader, shown beside the subject in an inbox. */
  preview: string;
  heading: string;
  /** The amount in dollars, and the points. */
  money?: { amount: string; points: string[] };
  paragraphs: string[];
  facts?: [name: string, value: string][];
  /** The one call to action. */
  button?: { label: string; link: string };
  /** The text after the button. */
  afterwards?: string[];
  /** Why the recipient gets this email. */
  why: string;
  /** Whether the recipient can turn such emails off. */
  optional?: boolean;
};

/** Shared by every email. */
export type Header = { brandName: string; notice: string | null; settingsLink: string };

export const SANDBOX_NOTICE = "Sandbox: no real money moved.";

/** Names come from banks and schools: a line break in one must not create a header or a paragraph. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

function readHeader(): Header {
  const { brandName, environment, publicBaseUrl } = env();
  return {
    brandName,
    notice: environment === "sandbox" ? SANDBOX_NOTICE : null,
    settingsLink: `${publicBaseUrl}/settings`,
  };
}

/** Plain text; each link is on its own line. */
function writeText(letter: EmailContent, head: Header): string {
  const { money, facts = [], button, afterwards = [] } = letter;
  const blocks = [
    [head.brandName, head.notice],
    [letter.heading],
    [money?.amount, ...(money?.points ?? [])],
    ...letter.paragraphs.map((paragraph) => [paragraph]),
    facts.map(([name, value]) => `${name}: ${value}`),
    button ? [`${button.label}:`, button.link] : [],
    ...afterwards.map((paragraph) => [paragraph]),
    [letter.why, ...(letter.optional ? ["Choose which mails you get:", head.settingsLink] : [])],
  ];
  return `${blocks
    .map((lines) => lines.filter(Boolean).join("\n"))
    .filter(Boolean)
    .join("\n\n")}\n`;
}

function cleaned(letter: EmailContent): EmailContent {
  const { money, facts = [], afterwards = [] } = letter;
  return {
    ...letter,
    subject: oneLine(letter.subject),
    preview: oneLine(letter.preview),
    heading: oneLine(letter.heading),
    ...(money ? { money: { ...money, points: money.points.map(oneLine) } } : {}),
    paragraphs: letter.paragraphs.map(oneLine),
    facts: facts.map(([name, value]) => [name, oneLine(value)]),
    afterwards: afterwards.map(oneLine),
    why: oneLine(letter.why),
  };
}

/** Makes the email. */
export function compose(given: EmailContent): Composed {
  const head = readHeader();
  const letter = cleaned(given);
  return { subject: letter.subject, text: writeText(letter, head), content: { letter, head } };
}
