/** Long lists of fields that stand on the page already are pointed to, and stay folded. */
import type { Field } from "./fields.ts";
import type { Part } from "./operations.ts";

type Place = { id: string; title: string };

/** Shorter ones are read faster than a reference to them. */
const LONG = 8;

/** Marks in place what repeats an earlier list. @param entries in the order of the page */
export function foldRepeats(entries: { name: string; parts: Part[] }[]): void {
  const seen = new Map<string, Place>();
  const visit = (holder: Part | Field, place: Place) => {
    const text = JSON.stringify(holder.fields);
    const earlier = seen.get(text);
    if (holder.fields.length >= LONG && earlier) {
      holder.repeats = earlier;
      return;
    }
    seen.set(text, place);
    for (const field of holder.fields) visit(field, place);
  };
  for (const { name, parts } of entries) {
    for (const part of parts) visit(part, { id: part.id, title: name });
  }
}
