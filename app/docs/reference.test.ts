import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/contract.ts";
import { env } from "#lib/env.ts";
import { openApiDocument } from "#lib/http/openapi.ts";
import { renderMarkdown } from "../(about)/markdown.tsx";
import { contracts, webhooks } from "../openapi.json/contracts.ts";
import { readConventions } from "./conventions.ts";
import type { Field } from "./fields.ts";
import { GUIDE_PAGES } from "./guides.ts";
import type { Entry } from "./model.ts";
import { sortOperations } from "./operations.ts";
import { CHAPTERS, findEntry } from "./reference.ts";

const base = env().publicBaseUrl;
const conventions = readConventions();
const chapters = CHAPTERS.map((chapter) => ({
  ...chapter,
  entries: chapter.entries.map(({ id }) => findEntry(id) as Entry),
}));
const entries = chapters.flatMap((chapter) => chapter.entries);
const operations = entries.filter(({ endpoint }) => endpoint);
const one = (id: string) => {
  const found = entries.find((entry) => entry.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const partOf = (id: string, title: string) => one(id).parts.find((part) => part.title === title);
const answerOf = (id: string) => partOf(id, "Response");
const errorsOf = (id: string) => partOf(id, "Errors");

describe("every operation in the OpenAPI document", () => {
  const document = openApiDocument(contracts, webhooks);
  const all = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, ...operation })),
  );

  test("appears once, under its tag", () => {
    const listed = operations.map(
      ({ id, endpoint }) => `${id} ${endpoint?.method} ${endpoint?.path}`,
    );
    const documented = all.map(
      ({ operationId, method, path }) => `${operationId} ${method.toUpperCase()} ${path}`,
    );
    expect(listed.sort()).toEqual(documented.sort());
    for (const { operationId, tags } of all) {
      const chapter = chapters.find(({ title }) => title === tags[0]);
      expect(chapter?.entries.map(({ id }) => id)).toContain(operationId);
    }
  });

  test("has an example request with a complete URL, and an example response", () => {
    for (const { id, examples } of operations) {
      expect(examples[0]?.text, id).toContain(`${base}/v1/`);
      expect(examples[0]?.text, id).not.toMatch(/\/\{|undefined/);
      expect(JSON.parse(examples[1]?.text ?? ""), id).toHaveProperty("success", true);
    }
  });

  test("describes each of its statuses", () => {
    for (const { operationId, responses } of all) {
      const { errors = [], after = "" } = errorsOf(operationId) ?? {};
      const mentioned = [answerOf(operationId)?.note, after].join().match(/\b\d{3}\b/g) ?? [];
      const statuses = [...mentioned, ...errors.map(({ status }) => String(status))];
      expect(new Set(statuses), operationId).toEqual(new Set(Object.keys(responses)));
    }
  });

  test("lists the fields of its body and of its response", () => {
    for (const { operationId, requestBody } of all) {
      const isShown = partOf(operationId, "Body")?.fields?.length ?? 0;
      expect(isShown > 0, operationId).toBe(requestBody !== undefined);
      expect(answerOf(operationId)?.fields, operationId).toBeDefined();
    }
  });
});

test("every event of the OpenAPI document has an entry with its fields", () => {
  for (const { type } of webhooks) {
    const event = entries.find(({ title }) => title === type);
    expect(event?.parts[0]?.fields?.map(({ name }) => name)).toContain("type");
  }
  expect(
    partOf("webhook-deliveries", "Your response")?.errors?.map(({ status }) => status),
  ).toEqual(["2XX", "410"]);
});

test("on each page, heading ids are unique", () => {
  const pages: { id?: string }[][] = [
    chapters,
    [...conventions.entries, ...conventions.entries.flatMap(({ parts }) => parts)],
    ...entries.map((entry) => [entry, ...entry.parts]),
  ];
  for (const headings of pages) {
    const ids = headings.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test("links to headings of other pages point to existing ones", () => {
  const headings = new Map([
    ["conventions", conventions.entries.map(({ id }) => id)],
    ...GUIDE_PAGES.map(({ name, markdown }): [string, string[]] => [
      name,
      renderMarkdown(markdown).headings.map(({ id }) => id),
    ]),
  ]);
  const all = [...conventions.entries, ...entries];
  const texts = [
    ...all.flatMap(({ text, parts }) => [text, ...parts.map(({ after = "" }) => after)]),
    ...GUIDE_PAGES.map(({ markdown }) => markdown),
  ];
  const links = [...texts.join().matchAll(/\]\(\/docs\/([\w-]+)#([^)]+)\)/g)];
  expect(links.length).toBeGreaterThan(entries.length / 2);
  for (const [, name = "", id] of links) expect(headings.get(name)).toContain(id);
});

test("errors common to all operations are described once", () => {
  const lines = conventions.entries.flatMap(({ parts }) =>
    parts.flatMap((part) => part.errors ?? []),
  );
  const codes = lines.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(["API_KEY_INVALID", "RATE_LIMITED"]));
  expect(new Set(codes).size).toBe(codes.length);
  for (const { id } of operations) {
    for (const { code } of errorsOf(id)?.errors ?? []) expect(codes).not.toContain(code);
  }
  expect(errorsOf("requestDonation")?.errors?.map(({ code }) => code)).toEqual([
    "BANK_SUSPENDED",
    "DONATION_DUPLICATE",
  ]);
});

test("fields nest as deeply as in the document", () => {
  const depth = (fields: Field[] = []): number =>
    fields.length === 0 ? 0 : 1 + Math.max(...fields.map((field) => depth(field.fields)));
  expect(depth(answerOf("getSchool")?.fields)).toBe(2);
});

test("within a tag, the shortest paths come first", () => {
  const operation = (id: string, method: Contract["method"], path: string) =>
    ({ id, method, path }) as Contract;
  const operations = [
    operation("test", "POST", "/v1/things/{id}/test"),
    operation("delete", "DELETE", "/v1/things/{id}"),
    operation("update", "PATCH", "/v1/things/{id}"),
    operation("get", "GET", "/v1/things/{id}"),
    operation("purge", "POST", "/v1/things/purge"),
    operation("list", "GET", "/v1/things"),
    operation("create", "POST", "/v1/things"),
  ];
  expect(sortOperations(operations).map(({ id }) => id)).toEqual(
    "create list purge get update delete test".split(" "),
  );
});

test("a tag's chapter has a URL slug", () => {
  const chapter = chapters.find(({ title }) => title === "Webhook endpoints (extension)");
  expect(chapter?.id).toBe("webhook-endpoints-extension");
});
