/** The reference's contents, from the contracts that the API itself uses. Each entry is a page. */
import { TAGS } from "#lib/contract.ts";
import { slugOf } from "../(about)/markdown.tsx";
import { contracts } from "../openapi.json/contracts.ts";
import type { Chapter, Entry, Listed } from "./model.ts";
import { listedOperation, operationEntry, sortOperations } from "./operations.ts";
import { webhookEntries } from "./webhooks.ts";

type Readable = Listed & {
  /** @param base the API's URL without a path */
  read(base: string): Entry;
};

const TAG_CHAPTERS = Object.entries(TAGS).map(([title, text]): Chapter<Readable> => {
  const operations = sortOperations(contracts.filter(({ tag }) => tag === title));
  const entries = operations.map((contract) => ({
    ...listedOperation(contract),
    read: (base: string) => operationEntry(contract, base),
  }));
  return { id: slugOf(title), title, text, entries };
});

/** In page order. */
export const CHAPTERS: Chapter<Readable>[] = [
  ...TAG_CHAPTERS,
  {
    id: "webhooks",
    title: "Webhooks",
    entries: webhookEntries().map((entry) => ({ ...entry, read: () => entry })),
  },
];

export const entryPath = ({ id }: Listed) => `/docs/api/${id}`;

export const findEntry = (id: string) =>
  CHAPTERS.flatMap(({ entries }) => entries).find((entry) => entry.id === id);
