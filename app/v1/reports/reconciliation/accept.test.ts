import { expect, it } from "vitest";
import { send } from "#test/api.ts";
import { makeBank } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const TODAY = new Date().toISOString().slice(0, 10);

it.each([
  ["text/csv;q=0.5, application/json", "application/json"],
  ["application/json;q=0.5, text/csv", "text/csv"],
  ["text/csv;q=0, */*", "application/json"],
  ["*/*;q=0.1, Text/CSV", "text/csv"],
  ["application/json, text/csv", "application/json"],
  ["text/html, */*;q=0.8", "application/json"],
])("answers %s with %s", async (accept, type) => {
  const { key } = await makeBank();
  const request = { key, query: { date: TODAY }, headers: { Accept: accept } };
  const answer = await send(operation("getReconciliation"), request);
  expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
  await answer.text();
});
