/** Collapses long field lists that repeat an earlier one, with a reference to it. */
import type { Field } from "./fields.ts";
import type { Part } from "./operations.ts";

type Place = { id: string; title: string };

/** Shorter lists are read faster than a reference. */
const LONG = 8;

/** Marks repeated lists in place. @param entries in page order */
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
