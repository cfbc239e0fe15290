import { beforeAll, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { call, violationsIn } from "#test/api.ts";
import { type Cardholder, makeCardholder, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const tested = operation("followSchool");

let person: Cardholder;
beforeAll(async () => {
  person = await makeCardholder();
});

const ask = (school_id: string, body: unknown) =>
  call(tested, { token: person.token, params: { school_id }, body });

it("follows a school, idempotently", async () => {
  const school = await makeSchool();
  const first = await ask(school, { follow: true });
  expect(first.status).toBe(200);
  expect(first.body.data).toEqual({
    school_id: school,
    following: true,
    followed_at: expect.any(String),
  });
  const again = await Promise.all(Array.from({ length: 10 }, () => ask(school, { follow: true })));
  for (const { body } of again) expect(body.data).toEqual(first.body.data);
});

it("unfollows a school, idempotently", async () => {
  const school = await makeSchool();
  await ask(school, { follow: true });
  for (let n = 0; n < 2; n++) {
    const { body } = await ask(school, { follow: false });
    expect(body.data).toEqual({ school_id: school, following: false, followed_at: null });
  }
  const { cardholderId } = person;
  expect(await db().followedSchool.count({ where: { cardholderId, schoolId: school } })).toBe(0);
});

it("accepts an inactive school", async () => {
  const school = await makeSchool({ active: false });
  expect((await ask(school, { follow: true })).body.data.following).toBe(true);
  expect((await ask(school, { follow: false })).body.data.following).toBe(false);
});

it.each([true, false])("answers 404 for an unknown school (follow: %s)", async (follow) => {
  for (const id of ["never", "x".repeat(200)]) {
    const answer = await ask(id, { follow });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe("SCHOOL_NOT_FOUND");
  }
});

it("lists every violation at once", async () => {
  const answer = await ask("a\0b", { follow: "yes" });
  expect(violationsIn(answer.body)).toEqual([
    "body.follow bool_type",
    "path.school_id value_error",
  ]);
  expect(violationsIn((await ask("x", {})).body)).toEqual(["body.follow missing"]);
});
