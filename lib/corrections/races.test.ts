import { expect, it } from "vitest";
import { cancelAgainstClose, cancelAgainstPush } from "#test/correction-races.ts";

it("a cancel races with the first attempt: credited or canceled, never both, never neither", async () => {
  const outcomes = await cancelAgainstPush(200);
  expect([...outcomes].some((one) => one.endsWith("canceled"))).toBe(true);
  expect([...outcomes].some((one) => one.endsWith("completed"))).toBe(true);
});

it("a cancel races with its batch's close: withdrawn or exported", async () => {
  expect([...(await cancelAgainstClose(200))].sort()).toEqual(["exported", "withdrawn"]);
});
