import { describe, expect, test } from "vitest";
import { apiDocument, type DocumentOperation } from "./document.ts";
import type { Field } from "./fields.ts";
import { readReference, slugOf } from "./reference.ts";

const document = apiDocument();
const base = "https://points.example";
const reference = readReference(document, base);
const operations = reference.groups.flatMap((group) => group.operations);
const one = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

describe("every operation in the document", () => {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

  test("appears once, under its tag", () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(operations.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const { operation } of all) {
      const group = reference.groups.find(({ name }) => name === operation.tags[0]);
      expect(group?.operations.map(({ id }) => id)).toContain(operation.operationId);
    }
  });

  test("has an example request with a complete URL, and an example response", () => {
    for (const { id, examples } of operations) {
      expect(examples[0]?.text, id).toContain(`${base}/v1/`);
      expect(examples[0]?.text, id).not.toMatch(/\/\{/);
      expect(JSON.parse(examples[1]?.text ?? ""), id).toHaveProperty("success", true);
    }
  });

  test("describes each of its statuses", () => {
    for (const { operation } of all) {
      const { errors, sharedStatuses, parts } = one(operation.operationId);
      const told = [...errors.map(({ status }) => status), ...sharedStatuses];
      const success = /`(2\d\d)`/.exec(parts.at(-1)?.note ?? "")?.[1];
      expect(new Set([...told, success])).toEqual(new Set(Object.keys(operation.responses)));
    }
  });
});

test("heading ids are unique", () => {
  const { groups, conventions, webhooks } = reference;
  const entries = [...operations, ...webhooks.events];
  const ids = [
    ...[...groups, ...conventions, ...entries].map(({ id }) => id),
    ...entries.flatMap(({ parts }) => parts.map(({ id }) => id)),
    ...operations.map(({ id }) => `${id}-errors`),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("an error common to all operations is described once", () => {
  const codes = reference.conventions.flatMap(({ errors = [] }) => errors.map(({ code }) => code));
  expect(codes).toEqual(expect.arrayContaining(["API_KEY_INVALID", "RATE_LIMITED"]));
  expect(new Set(codes).size).toBe(codes.length);
  for (const { errors } of operations) {
    for (const { code } of errors) expect(codes).not.toContain(code);
  }
  expect(one("requestDonation").errors.map(({ code }) => code)).toEqual([
    "BANK_SUSPENDED",
    "DONATION_DUPLICATE",
  ]);
});

test("a long field list is shown in full once and linked to after that", () => {
  const answerOf = (id: string) => one(id).parts.find(({ title }) => title === "Response");
  expect(answerOf("requestDonation")?.repeats).toBeUndefined();
  expect(answerOf("getDonation")?.repeats?.id).toBe("requestDonation-answer");
});

test("fields nest as deeply as in the document", () => {
  const depth = (fields: Field[]): number =>
    fields.length === 0 ? 0 : 1 + Math.max(...fields.map((field) => depth(field.fields)));
  expect(depth(one("getSchool").parts.at(-1)?.fields ?? [])).toBe(2);
});

test("within a tag, the shortest paths come first", () => {
  const operation = (operationId: string) => ({
    ...(document.paths["/v1/donations/request"]?.post as DocumentOperation),
    operationId,
    tags: ["Schools"],
  });
  const paths = {
    "/v1/things/{id}/test": { post: operation("try") },
    "/v1/things/{id}": {
      delete: operation("drop"),
      patch: operation("mend"),
      get: operation("get"),
    },
    "/v1/things/sweep": { post: operation("sweep") },
    "/v1/things": { get: operation("list"), post: operation("add") },
  };
  const { groups } = readReference({ ...document, paths }, base);
  expect(groups[0]?.operations.map(({ id }) => id)).toEqual([
    ..."add list sweep get mend drop try".split(" "),
  ]);
});

test("a tag becomes a URL slug", () => {
  expect(slugOf("Webhook endpoints (extension)")).toBe("webhook-endpoints-extension");
});
