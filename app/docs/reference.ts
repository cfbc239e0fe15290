/** The whole reference in page order, from the document. */
import { type Convention, readConventions } from "./conventions.ts";
import type { ApiDocument } from "./document.ts";
import { foldRepeats } from "./fold-repeats.ts";
import {
  type ErrorLine,
  errorsOf,
  gateOf,
  type Located,
  type Operation,
  readOperation,
} from "./operations.ts";
import { readWebhooks, type Webhooks } from "./webhooks.ts";

export type Group = { id: string; name: string; description: string; operations: Operation[] };

export type Reference = {
  title: string;
  version: string;
  about: string[];
  key: { name: string; description: string };
  conventions: Convention[];
  groups: Group[];
  webhooks: Webhooks;
};

const METHODS = ["post", "get", "patch", "delete"];

/** Shortest paths first, and for each: create, list, retrieve, update, delete. */
function orderOf({ path, method }: Located): number[] {
  const segments = path.split("/");
  const parameters = segments.filter((segment) => segment.startsWith("{"));
  return [segments.length, parameters.length, METHODS.indexOf(method.toLowerCase())];
}

function byOrder(one: Located, other: Located): number {
  const [a, b] = [orderOf(one), orderOf(other)];
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number);
}

function locate({ paths }: ApiDocument): Located[] {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .sort(byOrder);
}

/** The errors of every operation with a body and the same authentication. */
function findShared(located: Located[]): ErrorLine[] {
  const withBody = located.map(({ operation }) => operation).filter((one) => one.requestBody);
  const shared = [...Map.groupBy(withBody, gateOf).values()].flatMap((operations) => {
    const lists = operations.map(errorsOf);
    return (lists[0] ?? []).filter(({ code }) =>
      lists.every((lines) => lines.some((line) => line.code === code)),
    );
  });
  const byCode = new Map(shared.map((line) => [line.code, line]));
  return [...byCode.values()].sort((a, b) => Number(a.status) - Number(b.status));
}

/** "Webhook endpoints (extension)" → `webhook-endpoints-extension`. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");

/** @param base the API's URL, without the path */
export function readReference(document: ApiDocument, base: string): Reference {
  const located = locate(document);
  const shared = findShared(located);
  const groups = document.tags
    .map(({ name, description }) => ({
      id: slugOf(name),
      name,
      description,
      operations: located
        .filter(({ operation }) => operation.tags.includes(name))
        .map((one) => readOperation(one, document, { shared, base })),
    }))
    .filter(({ operations }) => operations.length > 0);
  // Conventions are shown on the bank operations.
  const ofBanks = located.filter(({ operation }) => gateOf(operation) === "apiKey");
  const webhooks = readWebhooks(document);
  foldRepeats([...groups.flatMap(({ operations }) => operations), ...webhooks.events]);
  return {
    title: document.info.title,
    version: document.info.version,
    about: document.info.description.split("\n\n"),
    key: document.components.securitySchemes.apiKey,
    conventions: readConventions(document, { located: ofBanks, shared, base }),
    groups,
    webhooks,
  };
}
