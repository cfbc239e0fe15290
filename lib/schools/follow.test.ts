import { expect, it } from "vitest";
import { makeCardholder, makeSchool } from "#test/factories.ts";
import { followSchool } from "./mutations.ts";
import { isFollowing } from "./queries.ts";

it("tells whether a cardholder follows a school, independently of other cardholders", async () => {
  const [{ scope }, { scope: another }] = [await makeCardholder(), await makeCardholder()];
  const school = await makeSchool();
  expect(await isFollowing(scope, school)).toBe(false);
  await followSchool(scope, school, true);
  expect(await isFollowing(scope, school)).toBe(true);
  expect(await isFollowing(another, school)).toBe(false);
});
