/**
 * Every page, form, and file of every kind of team, tried by every role, and by sessions of other contexts. The routes
 * are read from the folders: one without a declared action fails.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MissingPage } from "#app/missing-page.tsx";
import { type ContextKind, HOME_PATHS, kindOfPath } from "#app/paths.ts";
import { FixedTimeZone } from "#components/ui/fixed-time-zone.tsx";
import { bankScopeOf } from "#lib/auth/api-keys.ts";
import { personOf, type SessionScope } from "#lib/auth/scopes.ts";
import { nameOfTenant, ROLES, type Role, type Tenant, type TenantKind } from "#lib/auth/tenants.ts";
import { recordReceived } from "#lib/books/payments/api.ts";
import { env } from "#lib/env.ts";
import { newFund } from "#lib/schools/funds/contract.ts";
import { createFund } from "#lib/schools/funds/mutations.ts";
import { addEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { getEndpoint } from "#lib/webhooks/endpoints/queries.ts";
import { getEvent } from "#lib/webhooks/events/queries.ts";
import { fillBatch, give, makeBatchSchool } from "#test/batches.ts";
import { makeStatement } from "#test/books-operations.ts";
import { makeBank } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { forgetProof, makePerson } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant, makeServiceKey } from "#test/staff.ts";
import { forms } from "../../../generated/forms.ts";
import { ProofPage } from "../settings/two-step/two-step-page.tsx";
import { ForbiddenPage } from "./staff-page.tsx";

const KINDS = Object.keys(ROLES) as TenantKind[];

/** Who may do what: written down here once more, so that a change of the permissions is noticed. */
const MAY: Record<string, { roles: "all" | keyof typeof INCLUDED; isSensitive?: true }> = {
  "home.read": { roles: "all" },
  "donations.read": { roles: "all" },
  "donations.export": { roles: "exporter" },
  "donations.hold": { roles: "support" },
  "customers.read": { roles: "all" },
  "customers.change": { roles: "support", isSensitive: true },
  "gifts.read": { roles: "all" },
  "gift-views.change": { roles: "processor" },
  "gifts.confirm": { roles: "processor" },
  "cases.answer": { roles: "answerer" },
  "corrections.request": { roles: "answerer" },
  "corrections.approve": { roles: "finance", isSensitive: true },
  "gifts.correct": { roles: "admin", isSensitive: true },
  "gifts.export": { roles: "exporter" },
  "batches.read": { roles: "all" },
  "batches.close": { roles: "processor" },
  "batch-settings.change": { roles: "admin" },
  "acknowledgments.change": { roles: "processor" },
  "reports.read": { roles: "all" },
  "settings.read": { roles: "all" },
  "funds.read": { roles: "all" },
  "funds.change": { roles: "admin", isSensitive: true },
  "receipts.change": { roles: "admin", isSensitive: true },
  "appearance.change": { roles: "admin" },
  "participation.change": { roles: "admin", isSensitive: true },
  "statements.read": { roles: "finance" },
  "payments.record": { roles: "finance" },
  "payments.approve": { roles: "finance", isSensitive: true },
  "books.read": { roles: "finance" },
  "platform.read": { roles: "admin" },
  "platform.change": { roles: "admin", isSensitive: true },
  "team.read": { roles: "admin" },
  "team.change": { roles: "admin", isSensitive: true },
  "audit-log.read": { roles: "admin" },
  "keys.read": { roles: "developer" },
  "keys.change": { roles: "developer", isSensitive: true },
  "keys.release": { roles: "admin", isSensitive: true },
  "webhooks.read": { roles: "developer" },
  "webhooks.change": { roles: "developer", isSensitive: true },
  "webhooks.send": { roles: "developer" },
  "requests.read": { roles: "helper" },
  "programs.read": { roles: "all" },
  "programs.change": { roles: "admin", isSensitive: true },
  "embed.read": { roles: "developer" },
  "embed.change": { roles: "developer", isSensitive: true },
  "service-keys.read": { roles: "admin" },
  "service-keys.change": { roles: "admin", isSensitive: true },
};

/** The roles that may do what a role may, at least. */
const INCLUDED: Record<string, string[]> = {
  processor: ["processor", "admin"],
  exporter: ["processor", "support", "finance", "admin"],
  support: ["support", "admin"],
  finance: ["finance", "admin"],
  developer: ["developer", "admin"],
  helper: ["support", "developer", "admin"],
  // A school's processors, and the support of the others.
  answerer: ["processor", "support", "admin"],
  admin: ["admin"],
};

/** What every kind of team has. A school has more. */
const SHARED_ROUTES = / \/\w+(\/(team|audit-log)\b.*)?$/;

type Handler = ((...input: never[]) => Promise<unknown>) & { kind?: TenantKind; action?: string };
type Route = { name: string; kind: string; file: string; method: string; handler: Handler };

const PORTAL = path.join(import.meta.dirname, "..");

/** All pages and routes below a folder of the portal. */
async function readRoutes(pattern: string): Promise<Route[]> {
  const files = globSync(pattern, { cwd: PORTAL }).sort();
  const modules = await Promise.all(files.map((file) => import(path.join(PORTAL, file))));
  return files.flatMap((file, n) => {
    const [, kind = ""] = /^\(staff\)\/([^/]+)/.exec(file) ?? [];
    const address = `/${path.dirname(file).replace("(staff)/", "")}`;
    const methods = file.endsWith("page.tsx")
      ? ["default"]
      : Object.keys(modules[n]).filter((name) => /^[A-Z]+$/.test(name));
    return methods.map((method) => ({
      name: `${method === "default" ? "page" : method} ${address}`,
      kind,
      file,
      method,
      handler: modules[n][method],
    }));
  });
}

/** All forms, as if each were a route of its own. */
const formRoutes = forms.map(({ path: address, form }): Route => {
  const [, kind = ""] = /^\/(school|bank|operator)\//.exec(address) ?? [];
  const file = `${kind ? `(staff)${address}` : address.slice(1)}/forms.ts`;
  return { name: `POST ${address}`, kind, file, method: "POST", handler: form };
});

const staffRoutes = [
  ...(await readRoutes("(staff)/**/{page.tsx,route.ts}")),
  ...formRoutes.filter(({ kind }) => kind !== ""),
];

/** Where a thrown redirect leads. */
function redirectIn(thrown: unknown): string {
  const [type, , to = ""] = String((thrown as { digest?: string }).digest).split(";");
  if (type !== "NEXT_REDIRECT") throw thrown;
  return to;
}

/** A form that has nothing but its team, or a request for a file. */
function requestFor(method: string, address: string, context: string): Request {
  if (method === "GET") return new Request(env().publicBaseUrl + address);
  const body = new URLSearchParams({ context }).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    Origin: env().publicBaseUrl,
  };
  return new Request(env().publicBaseUrl + address, { method, headers, body });
}

type Outcome = "shown" | "missing" | "forbidden" | "verify" | "wrong_context" | "sign-in" | "done";

function outcomeOfPath(to: string): Outcome {
  if (to.startsWith("/verify?")) return "verify";
  if (to.startsWith("/switch?next=")) return "wrong_context";
  if (to.startsWith("/switch?to=")) return "wrong_context";
  return to.startsWith("/signin?") && to.includes("next=") ? "sign-in" : "done";
}

const UNKNOWN_ID = "01990000-0000-7000-8000-000000000000";
const UNKNOWN = {
  membership_id: UNKNOWN_ID,
  service_key_id: UNKNOWN_ID,
  key_id: "0123456789abcdef",
  endpoint_id: UNKNOWN_ID,
  event_id: UNKNOWN_ID,
  gift: UNKNOWN_ID,
  donation_id: UNKNOWN_ID,
  service_user_id: UNKNOWN_ID,
  batch_id: UNKNOWN_ID,
  upload_id: UNKNOWN_ID,
  fund_id: "unknown-fund",
  case_id: UNKNOWN_ID,
  statement_id: UNKNOWN_ID,
  comparison_id: UNKNOWN_ID,
  payment_id: UNKNOWN_ID,
};

/** Tries a route in a session (null for a visitor). */
async function tryRoute(
  { method, handler, file, kind }: Route,
  scope: SessionScope | null,
  params: Record<string, string> = UNKNOWN,
  formContext: string = nameOfTenant(tenants[kind as TenantKind] ?? tenants.operator),
): Promise<Outcome> {
  jar.clear();
  if (scope) await signInBrowser({ cardholderId: personOf(scope), familyId: scope.familyId });
  const context = { params: Promise.resolve(params), searchParams: Promise.resolve({}) };
  const call = handler as (...input: unknown[]) => Promise<unknown>;
  try {
    if (method === "default") {
      const page = (await call(context)) as { type: unknown; props: never };
      const { children } = page.props as { children?: typeof page };
      const element = page.type === FixedTimeZone && children ? children : page;
      // Its gate is in the element.
      if (element.type === ProofPage) await ProofPage(element.props);
      if (element.type === ForbiddenPage) return "forbidden";
      return element.type === MissingPage ? "missing" : "shown";
    }
    const address = `/${path.dirname(file).replace("(staff)/", "")}`;
    const answer = (await call(requestFor(method, address, formContext), context)) as Response;
    // A file that nobody reads keeps its owner's turn for a minute, and the operator is one owner.
    await answer.body?.cancel();
    if (answer.status === 403) return "forbidden";
    const to = answer.headers.get("location");
    return to === null ? "shown" : outcomeOfPath(to);
  } catch (thrown) {
    return outcomeOfPath(redirectIn(thrown));
  }
}

type Session = { context: ContextKind; role: string; scope: SessionScope; isVerified: boolean };

async function makeTenant(kind: TenantKind): Promise<Tenant> {
  if (kind === "school") return makeSchoolTenant();
  return kind === "bank" ? { kind, bankId: (await makeBank()).bankId } : { kind };
}

let sessions: Session[] = [];
let tenants: Record<TenantKind, Tenant>;

beforeAll(async () => {
  const [school, bank, operator] = await Promise.all(
    (["school", "bank", "operator"] as const).map(makeTenant),
  );
  tenants = { school, bank, operator } as typeof tenants;
  const staff = KINDS.flatMap((kind) => ROLES[kind].map((role) => ({ kind, role })));
  const made = await Promise.all(
    staff.map(async ({ kind, role }) => {
      const member = await makeMember(tenants[kind], role as Role);
      const stale = await makeMember(tenants[kind], role as Role);
      await forgetProof(stale);
      const session = { context: kind as ContextKind, role };
      return [
        { ...session, scope: member.scope, isVerified: true },
        { ...session, scope: stale.scope, isVerified: false },
      ];
    }),
  );
  const person = await makePerson();
  const own = await openSession(person.cardholderId);
  sessions = [
    ...made.flat(),
    { context: "cardholder", role: "cardholder", scope: own, isVerified: true },
  ];
});

beforeEach(() => jar.clear());

it("there are routes for every kind of team, and some that all have", () => {
  const routesOf = (kind: string) =>
    staffRoutes
      .filter((route) => route.kind === kind && SHARED_ROUTES.test(route.name))
      .map(({ name }) => name.replace(kind, ""));
  expect(routesOf("school").length).toBeGreaterThan(8);
  for (const kind of KINDS) expect(routesOf(kind)).toEqual(routesOf("school"));
  expect(new Set(staffRoutes.map(({ kind }) => kind))).toEqual(new Set(KINDS));
});

it("no page or route of a team is anywhere else, where none of this would try it", () => {
  const app = path.join(PORTAL, "..");
  const addressOf = (file: string) => `/${path.dirname(file).replace(/\([^)]+\)\/?/g, "")}`;
  const files = globSync("**/{page,route}.{ts,tsx,js,jsx}", { cwd: app });
  const ofTeams = files.filter((file) => kindOfPath(addressOf(file)) !== "cardholder").sort();
  const tried = staffRoutes
    .filter(({ file }) => !file.endsWith("/forms.ts"))
    .map(({ file }) => path.join("(portal)", file));
  expect(ofTeams).toEqual([...new Set(tried)].sort());
  const gated = globSync("**/*.{ts,tsx}", { cwd: app })
    .filter((file) => !file.startsWith("(portal)/(staff)/"))
    .filter((file) =>
      /\b(requireStaff|staffPage|staffFile|staffForm)\(/.test(
        readFileSync(path.join(app, file), "utf8"),
      ),
    );
  expect(gated).toEqual([]);
});

describe.each(staffRoutes)("$name", (route) => {
  it("declares a known action of its kind of team", () => {
    expect(route.handler.kind).toBe(route.kind);
    expect(Object.keys(MAY)).toContain(route.handler.action);
  });

  it("is open to exactly the roles that may, and to no other context", async () => {
    const permission = MAY[route.handler.action ?? ""];
    const expected = ({ context, role, isVerified }: Session): Outcome => {
      if (context !== route.kind) return "wrong_context";
      const { roles = "" } = permission ?? {};
      if (roles !== "all" && !INCLUDED[roles]?.includes(role)) return "forbidden";
      if (permission?.isSensitive && !isVerified) return "verify";
      if (route.method === "default" && route.file.includes("[")) return "missing";
      return route.method === "POST" ? "done" : "shown";
    };
    const describeSession = ({ context, role, isVerified }: Session) =>
      `${context} ${role} ${isVerified ? "verified" : "stale"}`;
    const found: Record<string, Outcome> = {};
    for (const session of sessions) {
      found[describeSession(session)] = await tryRoute(route, session.scope);
    }
    expect(found).toEqual(
      Object.fromEntries(sessions.map((session) => [describeSession(session), expected(session)])),
    );
  });

  it("shows the same actions to an admin who proved a second factor long ago", async () => {
    const { handler, method, kind } = route;
    if (method !== "default" || MAY[handler.action ?? ""]?.isSensitive) return;
    const member = await makeMember(tenants[kind as TenantKind], "admin");
    await signInBrowser({ cardholderId: member.cardholderId, familyId: member.scope.familyId });
    const fund = newFund.parse({ name: `Fund ${member.membershipId}`, deductibility: "full" });
    const { fund_id } = kind === "school" ? await createFund(member.scope as never, fund) : UNKNOWN;
    const show = async () => {
      const params = Promise.resolve({ ...UNKNOWN, fund_id });
      const call = handler as (...input: unknown[]) => Promise<unknown>;
      const page = await call({ params, searchParams: Promise.resolve({}) });
      // The scope has the proof, and an upload's address a token.
      const comparable = (key: string, value: unknown) => {
        if (key === "scope") return null;
        return typeof value === "string" ? value.replace(/^(check\/).*/, "$1") : value;
      };
      return JSON.stringify(page, comparable);
    };
    const fresh = await show();
    await forgetProof(member);
    expect(await show()).toBe(fresh);
  });

  it("processes no form that was shown for another team, or doesn't say for which", async () => {
    if (route.method !== "POST") return;
    const other = await makeMember(await makeTenant(route.kind as TenantKind), "admin");
    const formOf = (context: string) => tryRoute(route, other.scope, undefined, context);
    expect(await formOf(other.scope.tenant)).not.toBe("wrong_context");
    const shownFor = route.kind === "operator" ? "bank" : (route.kind as TenantKind);
    for (const context of [nameOfTenant(tenants[shownFor]), "cardholder", ""]) {
      expect(await formOf(context), context).toBe("wrong_context");
    }
  });

  it("leads visitors to the sign-in", async () => {
    expect(await tryRoute(route, null)).toBe("sign-in");
  });
});

describe("a cardholder's page", async () => {
  const all = [...(await readRoutes("**/{page.tsx,route.ts}")), ...formRoutes];
  const routes = all.filter(({ kind }) => kind === "");
  /** Open to visitors, too. */
  const PUBLIC = /^page \/schools(\/\[school_id\])?$/;
  /** Forms that visitors send, and anyone who is signed in. */
  const SHARED_FORMS = /^POST \/(signin|set-password|forgot-password|invitation|switch|verify)\//;
  /** Polled by pages: answers 401. */
  const POLLED = "GET /donations/updates";

  const gated = routes.filter(
    ({ name }) => !PUBLIC.test(name) && !SHARED_FORMS.test(name) && name !== POLLED,
  );

  it.each(gated)("$name turns away someone who works for a team", async (route) => {
    const { scope } = sessions.find(({ role }) => role === "admin") as Session;
    const params = { donation_id: UNKNOWN_ID, school_id: "ohio-state", year: "2026" };
    expect(await tryRoute(route, scope, params)).toBe("wrong_context");
  });
});

describe("another bank's keys, endpoints, and events", () => {
  it("are like those that never were", async () => {
    const { scope } = sessions.find(
      ({ context, role, isVerified }) => context === "bank" && role === "admin" && isVerified,
    ) as Session;
    const other = await makeBank();
    const { endpoint_id } = await addEndpoint(other.scope, { url: "https://bank.example/hooks" });
    const { event_id } = await sendTestEvent(other.scope, endpoint_id);
    const theirs = { ...UNKNOWN, key_id: other.keyId, endpoint_id, event_id };
    const perThing = staffRoutes.filter(({ kind, file }) => kind === "bank" && file.includes("["));
    expect(perThing.length).toBeGreaterThan(10);
    const before = await getEndpoint(other.scope, endpoint_id);
    for (const route of perThing) {
      expect(await tryRoute(route, scope, theirs)).toBe(await tryRoute(route, scope));
    }
    expect(await getEndpoint(other.scope, endpoint_id)).toEqual(before);
    expect((await getEvent(other.scope, event_id)).deliveries).toHaveLength(1);
    expect((await bankScopeOf(other.key)).bankId).toBe(other.bankId);
  });
});

describe("another team's members and keys", () => {
  it("are like those that never were", async () => {
    const { scope } = sessions.find(
      ({ context, role, isVerified }) => context === "school" && role === "admin" && isVerified,
    ) as Session;
    const other = await makeSchoolTenant();
    const stranger = await makeMember(other, "viewer");
    const { serviceKeyId } = await makeServiceKey(other);
    const { scope: theirAdmin } = await makeMember(other, "admin");
    const fund = newFund.parse({ name: "Their fund", deductibility: "full" });
    const { fund_id } = await createFund(theirAdmin, fund);
    const gift = await give({ schoolId: other.schoolId, bank: await makeBank() });
    const { batchId } = await fillBatch(await makeBatchSchool());
    const bank = await makeBank();
    const statementId = await makeStatement(bank, other.schoolId);
    const payment = { kind: "received", amount_usd: 1, value_date: "2026-11-09" } as const;
    const { payment_id } = await recordReceived(theirAdmin, {
      ...payment,
      ...{ bank_id: bank.bankId, payment_ref: "one", wire_reference: "FT-1" },
    });
    const theirs = {
      payment_id,
      statement_id: statementId,
      membership_id: stranger.membershipId,
      service_key_id: serviceKeyId,
      fund_id,
      gift,
      batch_id: batchId,
    };
    const perThing = staffRoutes.filter(
      ({ kind, file }) => kind === "school" && file.includes("["),
    );
    expect(perThing.length).toBeGreaterThan(4);
    for (const route of perThing) {
      expect(await tryRoute(route, scope, theirs)).toBe(await tryRoute(route, scope));
    }
  });
});

it("every home is a page of its kind", () => {
  for (const kind of KINDS) {
    expect(staffRoutes.map(({ name }) => name)).toContain(`page ${HOME_PATHS[kind]}`);
  }
});
