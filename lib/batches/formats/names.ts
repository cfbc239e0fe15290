/** The parts of names and addresses, which people write as one text. */
import { importText } from "../../csv.ts";
import type { Party } from "./line.ts";

const SUFFIX = /^(jr|sr|ii|iii|iv|v|esq|md|dds|dvm|phd|jd|cpa|ret)$/i;
const isSuffix = (word: string) => SUFFIX.test(word.replaceAll(".", ""));

/** As people write it: `Pat Sample Jr.`, `Pat Sample, Jr.`, `Sample, Pat`, or `Sample, Pat, Jr.` */
function personNames(name: string): { first: string[]; last: string[] } {
  const parts = name.split(",").map((part) => part.split(/\s+/).filter(Boolean));
  const [head = [], ...rest] = parts.filter((words) => words.length > 0);
  const given = rest.flat().filter((word) => !isSuffix(word));
  // A first word is a name: someone may be called just "V.".
  const isEnd = (word: string, n: number) => n > 0 && isSuffix(word);
  const suffixes = [...head.filter(isEnd), ...rest.flat().filter(isSuffix)];
  const words = head.filter((word, n) => !isEnd(word, n));
  if (given.length > 0) return { first: given, last: [...words, ...suffixes] };
  return { first: words.slice(0, -1), last: [...words.slice(-1), ...suffixes] };
}

/**
 * A first and a last name, which suffixes stay with: the formats have no field for them. Organizations only have a last
 * name, and nobody has none.
 */
export function namesOf({ kind, name, number }: Party): { first: string; last: string } {
  const text = importText(name);
  const { first, last } = kind === "person" ? personNames(text) : { first: [], last: [text] };
  // Each is a cell of its own, so it mustn't begin like a formula, either.
  return { first: importText(first.join(" ")), last: importText(last.join(" ")) || number };
}

const US = /,\s*(USA?|U\.S\.(A\.)?|United States( of America)?)$/i;
const CITY_STATE_ZIP = /^(.+),\s*([^,]+?),?\s+([A-Z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)$/i;

/** A US address in parts. Any other is one line of its street. */
export function addressOf(address: string | null) {
  const lines = (address ?? "").split("\n").map((line) => importText(line).replace(/,$/, ""));
  const text = lines.filter(Boolean).join(", ").replace(US, "");
  const [, street = text, city = "", state = "", zip = ""] = CITY_STATE_ZIP.exec(text) ?? [];
  return { street, city: importText(city), state: state.toUpperCase(), zip };
}
