/** The reference's contents, from the contracts that the API itself uses. Each entry is a page. */
import { TAGS } from "#lib/contract.ts";
import { slugOf } from "../(about)/markdown.tsx";
import { contracts } from "../openapi.json/contracts.ts";
import type { Chapter, Entry, Listed } from "./model.ts";
import { listedOperation, operationEntry, sortOperations } from "./operations.ts";
import { webhookEntries } from "./webhooks.ts";

const tagChapter = ([title, text]: [string, string]): Chapter => {
  const operations = sortOperations(contracts.filter(({ tag }) => tag === title));
  return { id: slugOf(title), title, text, entries: operations.map(listedOperation) };
};

/** In page order. */
export const CHAPTERS: Chapter[] = [
  ...Object.entries(TAGS).map(tagChapter),
  { id: "webhooks", title: "Webhooks", entries: webhookEntries() },
];

export const entryPath = ({ id }: Listed) => `/docs/api/${id}`;

/** An operation or a webhook event. */
export function findEntry(id: string): Entry | undefined {
  const operation = contracts.find((contract) => contract.id === id);
  return operation ? operationEntry(operation) : webhookEntries().find((entry) => entry.id === id);
}
