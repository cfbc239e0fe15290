import { beforeEach, describe, expect, it } from "vitest";
import { authenticateServiceKey } from "#lib/auth/service-keys.ts";
import { env } from "#lib/env.ts";
import { listServiceKeys, MAX_KEYS, MAX_NETWORKS } from "#lib/staff/service-keys.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant, makeServiceKey } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";
import { createdKey } from "./created-key.ts";

const create = "/school/service-keys/create";
const revoke = "/school/service-keys/[service_key_id]/revoke";

const FORM = {
  name: " Nightly export ",
  role: "processor",
  networks: "203.0.113.7/24",
  days: "30",
};

let admin: Awaited<ReturnType<typeof makeMember<"school">>>;

beforeEach(async () => {
  jar.clear();
  admin = await makeMember(await makeSchoolTenant(), "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});

const post = (form: string, fields: Record<string, string>, params = {}) =>
  postForm(form, admin.scope, fields, params);

describe("the form for a key", () => {
  it("creates one, which is shown once, in this session only", async () => {
    const to = await post(create, { ...FORM, networks: "203.0.113.7/24,\r\n 2001:db8::/48\n" });
    expect(to.pathname).toBe("/school/service-keys/created");
    expect(to.href).not.toContain("svk_");
    const note = to.searchParams.get("note") ?? "";
    const key = await createdKey.read(admin.scope, note);
    expect(key?.name).toBe("Nightly export");
    expect(await authenticateServiceKey(key?.secret ?? "", "203.0.113.200")).toMatchObject({
      schoolId: admin.scope.schoolId,
      role: "processor",
    });
    const other = await makeMember(await makeSchoolTenant(), "admin");
    expect(await createdKey.read(other.scope, note)).toBeNull();
    expect(await createdKey.read(admin.scope, `${note}x`)).toBeNull();
    expect((await listServiceKeys(admin.scope)).inUse).toMatchObject([
      { networks: ["203.0.113.0/24", "2001:db8::/48"] },
    ]);
  });

  it("comes back with an error at each wrong field, and what was typed", async () => {
    const all = await post(create, { role: "admin", networks: "10.0.0.1\nmy-server", days: "366" });
    expect(await stateAt(all)).toMatchObject({
      values: { networks: "10.0.0.1\nmy-server" },
      errors: {
        name: "Enter a name.",
        role: "Choose one of the roles.",
        networks: "“my-server” isn’t a network. Use CIDR notation, such as 203.0.113.0/24.",
        days: "Choose how long the key is valid.",
      },
    });
    const many = Array.from({ length: MAX_NETWORKS + 1 }, (_, n) => `10.0.0.${n}`).join(" ");
    for (const [name, value, message] of [
      ["name", "x".repeat(101), "Use up to 100 characters on one line."],
      ["name", "a\0b", "Use up to 100 characters on one line."],
      ["networks", " , ", "Enter the networks that the program runs in."],
      ["networks", many, "A key can have up to 20 networks."],
      ["networks", "0.0.0.0/0", /^“0.0.0.0\/0” is too wide/],
      ["days", "x", "Choose how long the key is valid."],
    ] as const) {
      const state = await stateAt(await post(create, { ...FORM, [name]: value }));
      expect(state?.errors, value).toEqual({ [name]: expect.stringMatching(message) });
    }
    const huge = await post(create, { ...FORM, name: "x".repeat(1_000_000) });
    expect(huge.pathname).toBe("400");
    expect((await listServiceKeys(admin.scope)).inUse).toEqual([]);
  });

  it("says when there are too many", async () => {
    for (let n = 0; n < MAX_KEYS; n++) await post(create, FORM);
    const errorIn = async () => (await stateAt(await post(create, FORM)))?.errors[""];
    expect(await errorIn()).toContain("20 keys are in use");
    const [key] = (await listServiceKeys(admin.scope)).inUse;
    await post(revoke, {}, { service_key_id: key?.serviceKeyId });
    expect(await errorIn()).toContain("within 24 hours");
  });
});

it("revokes a key once, and none that isn't the school's", async () => {
  const { serviceKeyId } = await makeServiceKey(await makeSchoolTenant());
  const own = await makeServiceKey({ kind: "school", schoolId: admin.scope.schoolId });
  const pathOf = async (id: string) =>
    (await post(revoke, {}, { service_key_id: id })).href.replace(env().publicBaseUrl, "");
  expect(await pathOf(own.serviceKeyId)).toBe("/school/service-keys?done=revoked");
  for (const id of [own.serviceKeyId, serviceKeyId, "../x"]) {
    expect(await pathOf(id)).toBe("/school/service-keys?done=ended");
  }
});
