import { expect, it } from "vitest";
import { give } from "#test/batches.ts";
import { cancelAgainstClose, cancelAgainstPush } from "#test/correction-races.ts";
import { ask } from "#test/corrections.ts";
import { makeBank, makeSchool } from "#test/factories.ts";
import { whileLocking } from "#test/lock-order.ts";
import { findAnyCorrection } from "./queries.ts";

it("a cancel races with the first attempt: credited or canceled, never both, never neither", async () => {
  const outcomes = await cancelAgainstPush(200);
  expect([...outcomes].some((one) => one.endsWith("canceled"))).toBe(true);
  expect([...outcomes].some((one) => one.endsWith("completed"))).toBe(true);
});

it("a cancel locks its gift in settlement's order", async () => {
  const [bank, schoolId] = [await makeBank(), await makeSchool()];
  const id = await give({ schoolId, bank });
  const cancel = () => ask(bank.scope, id, { kind: "cancel" });
  const correction = await whileLocking(["donation", "credit"], id, cancel);
  expect(await findAnyCorrection(correction)).toMatchObject({ status: "succeeded" });
});

it("a cancel races with its batch's close: withdrawn or exported", async () => {
  expect([...(await cancelAgainstClose(200))].sort()).toEqual(["exported", "withdrawn"]);
});
