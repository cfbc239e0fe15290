/**
 * A filter that a page or file doesn't have is refused: it would show everything. Every page and file of
 * teams is tried.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Filters } from "#app/filters.ts";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { env } from "#lib/env.ts";
import { makeBank, makeCardholder } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";

const PORTAL = path.join(import.meta.dirname, "..");
const ID = "01990000-0000-7000-8000-000000000000";
const PARAMS = {
  membership_id: ID,
  service_key_id: ID,
  key_id: "x",
  endpoint_id: ID,
  event_id: ID,
  gift: ID,
  batch_id: ID,
  statement_id: ID,
  comparison_id: ID,
  payment_id: ID,
  case_id: ID,
  upload_id: ID,
  fund_id: "x",
  token: "x",
};

type Handler = ((...input: unknown[]) => Promise<unknown>) & {
  kind: TenantKind;
  filters?: Filters | null;
};

const files = globSync("(staff)/**/{page.tsx,route.ts}", { cwd: PORTAL }).sort();
const loaded = await Promise.all(
  files.map(async (file) => {
    const module = await import(path.join(PORTAL, file));
    return { file, handler: (module.default ?? module.GET) as Handler | undefined };
  }),
);
const shown = loaded.flatMap(({ file, handler }) => (handler ? [{ file, handler }] : []));

let members: Record<TenantKind, StaffScope>;
beforeAll(async () => {
  const bank = { kind: "bank", bankId: (await makeBank()).bankId } as const;
  members = {
    school: (await makeMember(await makeSchoolTenant(), "admin")).scope,
    bank: (await makeMember(bank, "admin")).scope,
    operator: (await makeMember({ kind: "operator" }, "admin")).scope,
  };
});

/** What a page or file says about a query; null if it takes it. */
async function problemOf({ file, handler }: (typeof shown)[number], query: Record<string, string>) {
  jar.clear();
  const { personId: cardholderId, familyId } = members[handler.kind];
  await signInBrowser({ cardholderId, familyId });
  const params = Promise.resolve(PARAMS);
  if (file.endsWith("page.tsx")) {
    const element = (await handler({ params, searchParams: Promise.resolve(query) })) as {
      type: unknown;
      props: { problem?: string };
    };
    return element.type === UnknownFilterPage ? element.props.problem : null;
  }
  const url = `${env().publicBaseUrl}/x?${new URLSearchParams(query)}`;
  const answer = (await handler(new Request(url), { params })) as Response;
  return answer.status === 400 ? await answer.text() : null;
}

describe.each(shown)("$file", (route) => {
  it("refuses a filter that it doesn't have", async () => {
    const isOpen = route.handler.filters === null;
    const problem = isOpen ? null : "“lender” isn’t a filter here.";
    expect((await problemOf(route, { lender: "Harbor" }))?.trim() ?? null).toBe(problem);
    if (!isOpen) expect(await problemOf(route, { BANK: "", constructor: "x" })).toContain("BANK");
  });

  it("refuses a value that a filter can't have", async () => {
    const { filters } = route.handler;
    for (const [name, takes] of Object.entries(filters ?? {})) {
      const problem = (await problemOf(route, { [name]: "Ω" })) ?? "";
      expect(problem.includes(`value of the filter “${name}”`), name).toBe(!takes("Ω"));
    }
  });
});

it("only a few pages take other parameters", () => {
  const open = shown.filter(({ handler }) => handler.filters === null).map(({ file }) => file);
  expect(open).toEqual([
    "(staff)/bank/keys/created/page.tsx",
    "(staff)/bank/webhooks/secret/page.tsx",
    "(staff)/school/service-keys/created/page.tsx",
    "(staff)/school/settings/page.tsx",
  ]);
});

it.each(["donations", "schools", "give"])("the portal's %s does, too", async (page) => {
  const person = await makeCardholder();
  jar.clear();
  await signInBrowser({ cardholderId: person.cardholderId, familyId: person.scope.familyId });
  const { default: Page } = await import(path.join(PORTAL, page, "page.tsx"));
  const problemIn = async (query: Record<string, string>) =>
    (await Page({ searchParams: Promise.resolve(query) })).props.problem;
  expect(await problemIn({ bank: "Harbor" })).toBe("“bank” isn’t a filter here.");
  if (page === "donations") {
    for (const query of [{ status: "x" }, { school: "x" }, { year: "1999" }] as Record<
      string,
      string
    >[]) {
      expect(await problemIn(query)).toContain("isn’t a value of the filter");
    }
  }
  if (page === "schools") expect(await problemIn({ followed: "maybe" })).toContain("followed");
});

it("every other page with a list or a search checks its filters", () => {
  const others = globSync("**/page.tsx", { cwd: PORTAL }).filter(
    (file) => !file.startsWith("(staff)"),
  );
  const lists = others.filter((file) =>
    /query\.after|\.search\b|method="get"/.test(readFileSync(path.join(PORTAL, file), "utf8")),
  );
  expect(lists.sort()).toEqual(["donations/page.tsx", "give/page.tsx", "schools/page.tsx"]);
});
