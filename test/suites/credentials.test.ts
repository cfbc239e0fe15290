/**
 * Every credential, tried at every operation. Whatever isn't an operation's own kind of credential opens nothing, and in
 * a team's context, neither does a role that may not.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { contracts } from "#app/openapi.json/contracts.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import {
  ROLES,
  type Role,
  SERVICE_KEY_ROLES,
  type Tenant,
  type TenantKind,
} from "#lib/auth/tenants.ts";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import type { Contract } from "#lib/contract.ts";
import { call } from "../api.ts";
import { mintToken } from "../embed-flow.ts";
import { makeBank, makeCardholder } from "../factories.ts";
import { operation, schoolOperations } from "../operations.ts";
import { sessionToken } from "../portal-session.ts";
import { makeMember, makeSchoolMember, makeServiceKey, type SchoolMember } from "../staff.ts";

/** Which roles may call a school's operations: written down here once more, so that a change is noticed. */
const MAY: Record<string, readonly Role<"school">[]> = {
  getSchoolOverview: ["viewer", "processor", "finance", "admin"],
  listSchoolFunds: ["viewer", "processor", "finance", "admin"],
  createSchoolFund: ["admin"],
  changeSchoolFund: ["admin"],
  listSchoolGifts: ["viewer", "processor", "finance", "admin"],
  getSchoolGift: ["viewer", "processor", "finance", "admin"],
  listSchoolBatches: ["viewer", "processor", "finance", "admin"],
  getSchoolBatch: ["viewer", "processor", "finance", "admin"],
  closeSchoolBatch: ["processor", "admin"],
  confirmGifts: ["processor", "admin"],
  listRemittances: ["finance", "admin"],
  getRemittance: ["finance", "admin"],
  recordSchoolPayment: ["finance", "admin"],
  getSchoolJournal: ["finance", "admin"],
  setSchoolJournalAccounts: ["finance", "admin"],
};

/** A program's role is one of a member's. */
const isSchool = (kind: Credential["kind"]) => kind === "school" || kind === "service-key";

type Credential = {
  name: string;
  value: string;
  /** What it authenticates: a bank, or a session in a context; undefined for what the API doesn't take. */
  kind?: "key" | "cardholder" | "service-key" | TenantKind;
  role?: string;
};

let credentials: Credential[] = [];
/** An admin of the school that the credentials are for. */
let admin: SchoolMember;

/** A network that the service keys may be used from. */
const address = "203.0.113.7";

beforeAll(async () => {
  const bank = await makeBank();
  const person = await makeCardholder(bank);
  admin = await makeSchoolMember();
  const school = admin.tenant;
  const tenants: Tenant[] = [school, { kind: "bank", bankId: bank.bankId }, { kind: "operator" }];
  const everyRole = tenants.flatMap((tenant) =>
    ROLES[tenant.kind].map((role) => ({ tenant, role })),
  );
  const members = await Promise.all(
    everyRole.map(async ({ tenant, role }): Promise<Credential> => {
      const { scope }: { scope: StaffScope } = await makeMember(tenant, role);
      const { kind } = tenant;
      return { name: `${kind} ${role}`, value: await signAccessToken(scope), kind, role };
    }),
  );
  credentials = [
    { name: "a bank's key", value: bank.key, kind: "key" },
    { name: "a cardholder's token", value: person.token, kind: "cardholder" },
    { name: "a session cookie", value: await sessionToken(person.scope) },
    { name: "an embed token", value: await mintToken(bank) },
    ...members,
    ...(await Promise.all(
      SERVICE_KEY_ROLES.map(async (role): Promise<Credential> => {
        const { secret: value } = await makeServiceKey(school, role);
        return { name: `service key ${role}`, value, kind: "service-key", role };
      }),
    )),
  ];
});

/** What a credential gets at an operation that isn't for it; undefined if it's accepted. */
function refusalOf({ auth, id }: Contract, { kind, role }: Credential): string | undefined {
  if (auth === "key") return kind === "key" ? undefined : "401 API_KEY_MISSING";
  if (!kind || kind === "key") return "401 ACCESS_TOKEN_INVALID";
  if (kind === "service-key" && auth !== "school") return "401 ACCESS_TOKEN_INVALID";
  if (auth === "session") return undefined;
  if (auth === "token") return kind === "cardholder" ? undefined : "403 FORBIDDEN";
  return isSchool(kind) && MAY[id]?.includes(role as Role<"school">) ? undefined : "403 FORBIDDEN";
}

const guarded = contracts.filter(({ auth }) => auth !== "none");

it("the table has every operation of a school's team", () => {
  const ofSchools = guarded.filter(({ auth }) => auth === "school").map(({ id }) => id);
  expect(ofSchools.sort()).toEqual(Object.keys(MAY).sort());
});

describe.each(guarded)("$id", (contract) => {
  const send = async (options: object) => {
    const { status, body } = await call(operation(contract.id), options);
    return `${status} ${body.error?.code}`;
  };

  it("refuses every other credential", async () => {
    const others = credentials.filter((one) => refusalOf(contract, one) !== undefined);
    expect(others.length).toBeGreaterThan(2);
    for (const one of others) {
      const refusal = refusalOf(contract, one);
      expect(await send({ token: one.value, address }), one.name).toBe(refusal);
      const asKey = contract.auth === "key" ? "401 API_KEY_INVALID" : "401 ACCESS_TOKEN_MISSING";
      expect(await send({ key: one.value }), one.name).toBe(asKey);
    }
  });
});

describe.each(guarded.filter(({ auth }) => auth === "school"))("$id", (contract) => {
  it("is open to the roles that may", async () => {
    const allowed = credentials.filter((one) => refusalOf(contract, one) === undefined);
    const ofMembers = allowed.filter(({ kind }) => kind === "school");
    expect(ofMembers.map(({ role }) => role)).toEqual(MAY[contract.id]);
    const { good } = schoolOperations.find((one) => one.contract.id === contract.id) ?? {};
    for (const { value, name } of allowed) {
      const options = { token: value, address, ...(await good?.(admin)) };
      const { status } = await call(operation(contract.id), options);
      expect(status, name).toBe(contract.status);
    }
  });
});
