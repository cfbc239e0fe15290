/** The whole reference in page order, built from the contracts that the API itself uses. */
import { TAGS } from "#lib/contract.ts";
import { slugOf } from "../(about)/markdown.tsx";
import { contracts } from "../openapi.json/contracts.ts";
import { conventionsChapter } from "./conventions.ts";
import type { Field } from "./fields.ts";
import type { Chapter, Entry, Part } from "./model.ts";
import { operationEntry, sortOperations } from "./operations.ts";
import { webhooksChapter } from "./webhooks.ts";

/** Shorter lists are easier to repeat than to look up. */
const MIN_REPEATED_FIELDS = 8;

/** Marks long field lists that repeat an earlier one. @param entries in page order */
function markRepeats(entries: Entry[]): void {
  const places = new Map<string, NonNullable<Field["repeats"]>>();
  const visit = (owner: Part | Field, place: NonNullable<Field["repeats"]>) => {
    const { fields = [] } = owner;
    const key = JSON.stringify(fields);
    const earlier = places.get(key);
    if (fields.length >= MIN_REPEATED_FIELDS && earlier) {
      owner.repeats = earlier;
      return;
    }
    places.set(key, place);
    for (const field of fields) visit(field, place);
  };
  for (const { id, title, parts } of entries) {
    for (const part of parts) visit(part, { id: part.id ?? id, title });
  }
}

/** @param base the API's URL without a path */
export function readReference(base: string): Chapter[] {
  const groups = Object.entries(TAGS).map(([title, text]) => ({
    id: slugOf(title),
    title,
    text,
    entries: sortOperations(contracts.filter(({ tag }) => tag === title)).map((contract) =>
      operationEntry(contract, base),
    ),
  }));
  const chapters = [...groups, webhooksChapter()];
  markRepeats(chapters.flatMap(({ entries }) => entries));
  return [conventionsChapter(base), ...chapters];
}
