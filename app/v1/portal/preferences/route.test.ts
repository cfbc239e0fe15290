import { expect, it } from "vitest";
import { call, violationsIn } from "#test/api.ts";
import { makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const [get, update] = [operation("getPreferences"), operation("updatePreferences")];

const DEFAULTS = {
  email_campaign_updates: false,
  email_donation_confirmation: true,
  email_tax_receipt: true,
  email_service_newsletter: false,
  marketing_opt_in: false,
  push_donation_confirmation: false,
  push_school_campaigns: false,
  sms_campaign_alerts: false,
  sms_donation_confirmation: false,
};

it("starts with the defaults and no change date", async () => {
  const { token } = await makeCardholder();
  const { body } = await call(get, { token });
  expect(body.data).toEqual({ ...DEFAULTS, updated_at: null });
});

it("saves each choice separately and records the time", async () => {
  const { token } = await makeCardholder();
  const began = Date.now();
  for (const [name, defaultValue] of Object.entries(DEFAULTS)) {
    await call(update, { token, body: { [name]: !defaultValue } });
  }
  const { body } = await call(get, { token });
  const inverted = Object.entries(DEFAULTS).map(([name, defaultValue]) => [name, !defaultValue]);
  expect(body.data).toMatchObject(Object.fromEntries(inverted));
  expect(Date.parse(body.data.updated_at)).toBeGreaterThanOrEqual(began);
});

it("leaves omitted choices unchanged and resets null to the default", async () => {
  const { token } = await makeCardholder();
  await call(update, { token, body: { email_tax_receipt: false, marketing_opt_in: true } });
  const { body } = await call(update, { token, body: { email_tax_receipt: null } });
  expect(body.data).toMatchObject({ ...DEFAULTS, marketing_opt_in: true });
  const unchanged = await call(update, { token, body: {} });
  expect(unchanged.body.data).toEqual(body.data);
});

it("keeps both of two concurrent changes", async () => {
  const { token } = await makeCardholder();
  const changes = Object.entries(DEFAULTS).map(([name, defaultValue]) => ({
    [name]: !defaultValue,
  }));
  await Promise.all(changes.map((body) => call(update, { token, body })));
  expect((await call(get, { token })).body.data).toMatchObject(Object.assign({}, ...changes));
});

it("lists every violation at once", async () => {
  const { token } = await makeCardholder();
  const answer = await call(update, {
    token,
    body: { email_tax_receipt: "yes", marketing_opt_in: 1, sms_campaign_alerts: {} },
  });
  expect(answer.status).toBe(422);
  expect(violationsIn(answer.body)).toEqual([
    "body.email_tax_receipt bool_type",
    "body.marketing_opt_in bool_type",
    "body.sms_campaign_alerts bool_type",
  ]);
});
