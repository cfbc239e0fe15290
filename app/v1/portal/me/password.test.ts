import { expect, it } from "vitest";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { call, violationsIn } from "#test/api.ts";
import { makeSchool } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import { operation } from "#test/operations.ts";
import { makePerson, PASSWORD, signInAs } from "#test/sign-in.ts";

const [get, update] = [operation("getProfile"), operation("updateProfile")];
const NEW = "another one that nobody guesses";

const changing = (current_password: string, new_password = NEW) => ({
  password: { current_password, new_password },
});

it("changes the password along with other fields, and ends every other session", async () => {
  const person = await makePerson();
  const elsewhere = await signAccessToken(await openSession(person.cardholderId));
  const body = { display_name: "Pat S.", ...changing(PASSWORD) };
  const { status, body: answer } = await call(update, { token: person.token, body });
  expect(status).toBe(200);
  expect(answer.data.display_name).toBe("Pat S.");
  await signInAs(person.email, NEW);
  await expect(signInAs(person.email)).rejects.toThrow();
  expect((await call(get, { token: elsewhere })).status).toBe(401);
  expect((await call(get, { token: person.token })).status).toBe(200);
});

it("changes nothing if any of it is invalid", async () => {
  const person = await makePerson();
  const { token } = person;
  const before = (await call(get, { token })).body.data;
  const rest = { display_name: "Pat S.", phone: "1", preferred_school_id: await makeSchool() };
  const violationsOf = async (body: object) =>
    violationsIn((await call(update, { token, body: { ...rest, ...body } })).body);
  expect(await violationsOf(changing("not the one"))).toEqual([
    "body.password.current_password value_error",
  ]);
  expect(await violationsOf(changing(PASSWORD, "short"))).toEqual([
    "body.password.new_password string_too_short",
  ]);
  expect(
    await violationsOf({ ...changing(PASSWORD), preferred_school_id: "no-such-school" }),
  ).toEqual(["body.preferred_school_id school_not_found"]);
  const all = {
    ...changing("not the one", "passwordpassword"),
    preferred_school_id: "no-such-school",
  };
  expect(await violationsOf(all)).toEqual([
    "body.password.current_password value_error",
    "body.password.new_password value_error",
    "body.preferred_school_id school_not_found",
  ]);
  expect((await call(get, { token })).body.data).toEqual(before);
  await signInAs(person.email);
});

it("rate-limits attempts at the current password", async () => {
  const { token } = await makePerson();
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const { status } = await call(update, { token, body: changing(`guess ${n}`) });
    statuses.push(status);
  }
  expect(statuses[0]).toBe(422);
  expect(statuses.at(-1)).toBe(429);
});
