import { expect, it } from "vitest";
import { call, violationsIn } from "#test/api.ts";
import { operation } from "#test/operations.ts";
import { emailsTo, makePerson, randomAddress, sendRequestedLinks } from "#test/sign-in.ts";

const tested = operation("forgotPassword");

const ask = (email: unknown, address = randomAddress()) =>
  call(tested, { body: { email }, address });

it("answers identically for an address that is known, without a password, or unknown", async () => {
  const [known, unactivated] = [await makePerson(), await makePerson(null)];
  for (const email of [known.email, unactivated.email, `nobody.${known.email}`]) {
    const { status, body } = await ask(email);
    expect([status, body.data]).toEqual([200, {}]);
  }
  await sendRequestedLinks();
  const emails = [...(await emailsTo(known.email)), ...(await emailsTo(unactivated.email))];
  expect(emails).toHaveLength(2);
  expect(new Set(emails.map(({ subject }) => subject)).size).toBe(2);
});

it("rate-limits a network", async () => {
  const [{ email }, address] = [await makePerson(), randomAddress()];
  for (let n = 0; n < 20; n++) expect((await ask(`${n}.${email}`, address)).status).toBe(200);
  const { status, body, headers } = await ask(email, address);
  expect([status, body.error.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

it("accepts only an email address", async () => {
  const { status, body } = await ask("nobody");
  expect(status).toBe(422);
  expect(violationsIn(body)).toEqual(["body.email value_error"]);
});
