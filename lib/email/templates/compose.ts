/**
 * What an email says, once for both of its forms: the templates write a letter, and text and HTML are
 * made of the same parts in the same order.
 */
import { env } from "../../env.ts";
import type { Composed } from "./composed.ts";
import { renderHtml } from "./layout.ts";

export type EmailContent = {
  subject: string;
  /** What an email client shows beside the subject, before the email is opened. */
  preview: string;
  heading: string;
  /** The dollars, and beneath them what they were in points. */
  money?: { amount: string; points: string[] };
  paragraphs: string[];
  facts?: [name: string, value: string][];
  /** The one thing to do. */
  button?: { label: string; link: string };
  /** What is to be read after the button. */
  afterwards?: string[];
  /** Why this email came. */
  why: string;
  /** Whether its reader can turn such emails off. */
  optional?: boolean;
};

/** What stands on every email, whatever it says. */
export type Header = { brandName: string; notice: string | null; settingsLink: string };

export const SANDBOX_NOTICE = "Sandbox: no real money moved.";

/** Names come from banks and schools: a line break in one must not make a header or a paragraph. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

function readHeader(): Header {
  const { brandName, environment, publicBaseUrl } = env();
  return {
    brandName,
    notice: environment === "sandbox" ? SANDBOX_NOTICE : null,
    settingsLink: `${publicBaseUrl}/settings`,
  };
}

/** Plain text, as a person would write it: a link stands on a line of its own. */
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
export async function compose(letter: EmailContent): Promise<Composed> {
  const head = readHeader();
  const clean = cleaned(letter);
  return {
    subject: clean.subject,
    text: writeText(clean, head),
    html: await renderHtml(clean, head),
  };
}
