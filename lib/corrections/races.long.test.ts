import { expect, it } from "vitest";
import { cancelAgainstClose, cancelAgainstPush } from "#test/correction-races.ts";

it("1,000 cancels race with the first attempt", async () => {
  expect((await cancelAgainstPush(1_000)).size).toBeGreaterThan(1);
});

it("1,000 cancels race with their batch's close", async () => {
  expect((await cancelAgainstClose(1_000)).size).toBe(2);
});
