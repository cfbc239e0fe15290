/** How comparisons are shown to their bank. */
import { type Comparison, type Difference, KINDS } from "#lib/comparisons/contract.ts";
import { formatDay } from "#lib/dates.ts";

export const COMPARISONS = "/bank/comparisons";

/** Before the name of our column, in that of the field which chooses the list's own. */
export const COLUMN = "column:";

/** The tabs of a comparison, and the columns of the list. */
export const KIND_LABELS: Record<Difference["kind"], string> = {
  different: "Different",
  only_ours: "Only ours",
  only_yours: "Only yours",
};

export const isKind = (text: string | undefined): text is Difference["kind"] =>
  KINDS.some((kind) => kind === text);

export const daysOf = ({ date, through }: Comparison) =>
  date === through ? formatDay(date) : `${formatDay(date)} – ${formatDay(through)}`;

/** "Amount in cents" for `amount_in_cents`. */
export const reasonOf = ({ reason }: Difference) =>
  reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll("_", " ");

/** What fits in the address of a form that came back. */
const MAX_SAMPLE = 2_000;

/** A list's header and next lines, as text. */
export function writeSample(head: string[][]): string {
  const lines = head.map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ")).join("\t"));
  const [header = "", ...rest] = lines;
  const isShort = lines.join("\n").length <= MAX_SAMPLE;
  return [header.slice(0, MAX_SAMPLE), ...(isShort ? rest : [])].join("\n");
}

export const readSample = (sample: string) => sample.split("\n").map((line) => line.split("\t"));
