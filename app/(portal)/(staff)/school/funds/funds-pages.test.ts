import { beforeEach, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { changeFund } from "#lib/schools/funds/mutations.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { CHANGED_SINCE, versionOf } from "#lib/version-shown.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

const create = "/school/funds/create/submit";
const change = "/school/funds/[fund_id]/change";
const retire = "/school/funds/[fund_id]/retire";

let admin: Awaited<ReturnType<typeof makeMember<"school">>>;

beforeEach(async () => {
  jar.clear();
  admin = await makeMember(await makeSchoolTenant(), "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});

const post = (form: string, fields: Record<string, string | undefined>, fund_id = "") =>
  postForm(form, admin.scope, fields, { fund_id });
const funds = async () => (await listFunds(admin.scope)).items;
const fund = async (id: string) => (await funds()).find(({ fund_id }) => fund_id === id);

const FORM = {
  name: " Court  Club ",
  description: "Courts,\r\nand  more.",
  deductibility: "quid_pro_quo",
  good_faith_value_usd: "$40",
  minimum_donation_usd: "1,250.50",
  platform_code: "",
  attraction_id: "attr-1",
  venue_id: "",
};

it("creates a fund as typed, changes it, and retires it", async () => {
  expect((await post(create, FORM)).search).toBe("?done=created");
  const created = await fund("court-club");
  expect(created).toMatchObject({
    name: "Court Club",
    description: "Courts, and more.",
    good_faith_value_usd: 40,
    minimum_donation_usd: 1250.5,
    platform_code: null,
    attraction_id: "attr-1",
  });
  const shown = created && versionOf(created);
  // A form without a field leaves it as it is.
  const { attraction_id: _, ...others } = FORM;
  const changed = { ...others, deductibility: "none", good_faith_value_usd: "", shown };
  expect((await post(change, changed, "court-club")).search).toBe("?done=changed");
  expect(await fund("court-club")).toMatchObject({
    deductibility: "none",
    good_faith_value_usd: null,
    attraction_id: "attr-1",
  });
  expect((await post(retire, { retired: "yes" }, "court-club")).search).toBe("?done=retired");
  expect((await fund("court-club"))?.retired_at).not.toBeNull();
  expect((await post(retire, { retired: "no" }, "court-club")).search).toBe("?done=reinstated");
  // Its page would be the one that creates funds.
  await post(create, { ...FORM, name: "Create" });
  expect((await fund("create-2"))?.name).toBe("Create");
});

it("comes back with an error at each wrong field, and what was typed", async () => {
  const all = await post(create, {
    name: " ",
    description: "x".repeat(501),
    good_faith_value_usd: "forty",
    minimum_donation_usd: "0",
    platform_code: "x".repeat(101),
  });
  expect(await stateAt(all)).toMatchObject({
    values: { good_faith_value_usd: "forty" },
    errors: {
      name: "Enter a name.",
      description: "Use up to 500 characters.",
      deductibility: "Choose how gifts to this fund are taxed.",
      good_faith_value_usd: "Enter an amount in dollars, such as 25 or 25.50.",
      minimum_donation_usd: "Enter an amount above $0.",
      platform_code: "Use up to 100 characters on one line.",
    },
  });
  const rules = await post(create, { ...FORM, name: "ROWING", good_faith_value_usd: "" });
  expect((await stateAt(rules))?.errors).toEqual({
    name: "Another fund in use has this name. Choose a different one.",
    good_faith_value_usd: "Enter a value exactly if you chose “Includes benefits”.",
  });
  await post(retire, { retired: "yes" }, "rowing");
  const last = await stateAt(await post(retire, { retired: "yes" }, "annual-fund"));
  expect(last?.errors[""]).toContain("your only fund in use");
  expect(await funds()).toHaveLength(2);
});

it("doesn't overwrite what another admin changed in the meantime", async () => {
  const before = await fund("rowing");
  const shown = before && versionOf(before);
  await changeFund(admin.scope, "rowing", { minimum_donation_usd: 75 });
  const late = await post(change, { ...FORM, name: "Crew", shown }, "rowing");
  expect(await stateAt(late)).toMatchObject({
    values: { name: "Crew" },
    errors: { shown: CHANGED_SINCE },
  });
  expect(await fund("rowing")).toMatchObject({ name: before?.name, minimum_donation_usd: 75 });
});

it("isn't changed by someone whose role was changed while they waited", async () => {
  const { membershipId: id } = admin;
  await db().membership.update({ where: { id }, data: { role: "viewer" } });
  // The scope is as it was when the request began.
  await expect(changeFund(admin.scope, "rowing", { name: "Crew" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

it("says that a fund isn't there, whatever is done to it", async () => {
  for (const handler of [change, retire]) {
    const to = await post(handler, { ...FORM, retired: "yes" }, "no-such-fund");
    expect((await stateAt(to))?.errors).toEqual({ "": "No fund of the school has this ID." });
  }
});
