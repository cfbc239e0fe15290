/**
 * Every CSV file of a team, a program, and a bank, read from the routes and contracts: how many an owner has in progress
 * is limited. lib/csv.test.ts tests that none outlives its reader's authority.
 */
import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { Tenant, TenantKind } from "#lib/auth/tenants.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import type { Contract } from "#lib/contract.ts";
import { FILES_PER_OWNER } from "#lib/csv.ts";
import { env } from "#lib/env.ts";
import { fillBatch, makeBatchSchool } from "#test/batches.ts";
import { makeStatement } from "#test/books-operations.ts";
import { makeBank, makeCardholder, makeSchool, system } from "#test/factories.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember, makeServiceKey } from "#test/staff.ts";
import { type CallOptions, send } from "../api.ts";
import { bankOperations, makeComparison, schoolOperations } from "../operations.ts";

type Owner = { open(): Promise<Response> };
type FileCase = { name: string; makeOwner(): Promise<Owner> };

/** Only sums: their length doesn't grow with what they sum. */
const SUMS = ["school/reports/export"];

const STAFF = path.join(import.meta.dirname, "../../app/(portal)/(staff)");
type StaffFile = ((request: Request, context: object) => Promise<Response>) & { kind?: TenantKind };

/** A tenant, and what its files may be of. */
async function makeTenant(
  kind: TenantKind,
): Promise<{ tenant: Tenant; batchId?: string; statementId?: string; comparisonId?: string }> {
  if (kind === "operator") return { tenant: { kind } };
  if (kind === "bank") {
    const bank = await makeBank();
    const statementId = await makeStatement(bank, await makeSchool());
    const tenant = { kind, bankId: bank.bankId } as const;
    return { tenant, statementId, ...(await makeComparison(bank)) };
  }
  const school = await makeBatchSchool();
  const { schoolId } = school;
  const { batchId } = await fillBatch(school, 2);
  await closeBatch({ ...system, schoolId, tenant: `school:${schoolId}` }, batchId);
  const statementId = await makeStatement(await makeBank(), schoolId);
  return { tenant: { kind, schoolId }, batchId, statementId };
}

async function signIn({ personId, familyId }: StaffScope) {
  jar.clear();
  await signInBrowser({ cardholderId: personId, familyId });
}

async function staffFiles(): Promise<FileCase[]> {
  const found = globSync("**/route.ts", { cwd: STAFF }).sort();
  const routes = await Promise.all(
    found.map(async (file) => ({
      name: path.dirname(file),
      GET: (await import(path.join(STAFF, file))).GET as StaffFile | undefined,
    })),
  );
  return routes.flatMap(({ name, GET }) => {
    const kind = GET?.kind;
    if (!kind || /preview|board/.test(name) || SUMS.includes(name)) return [];
    const makeOwner = async () => {
      const { tenant, batchId, statementId, comparisonId } = await makeTenant(kind);
      const { scope } = await makeMember(tenant as never, "admin" as never);
      return {
        open: async () => {
          await signIn(scope);
          const query = name.endsWith("/file") ? "?format=csv" : "";
          const url = `${env().publicBaseUrl}/${name}${query}`;
          const params = {
            ...{ batch_id: batchId, statement_id: statementId, comparison_id: comparisonId },
          };
          return GET(new Request(url), { params: Promise.resolve(params) });
        },
      };
    };
    return [{ name: `/${name}`, makeOwner }];
  });
}

const CSV = { Accept: "text/csv" };

function apiFiles(): FileCase[] {
  const hasCsv = ({ contract }: { contract: Contract }) =>
    [contract.alternative].flat().includes("text/csv");
  const [ofBanks, ofSchools] = [bankOperations.filter(hasCsv), schoolOperations.filter(hasCsv)];
  return [
    ...ofBanks.map((one) => ({
      name: one.contract.id,
      makeOwner: async () => {
        const { bank } = await makeCardholder();
        const good = await one.good(bank);
        return {
          open: () => send(one, { ...good, key: bank.key, headers: CSV }),
        };
      },
    })),
    ...ofSchools.map((one) => ({
      name: `${one.contract.id} with a service key`,
      makeOwner: async () => {
        const { tenant, batchId = "" } = await makeTenant("school");
        const school = tenant as Extract<Tenant, { kind: "school" }>;
        const admin = await makeMember(school, "admin");
        const { secret } = await makeServiceKey(school, "finance", admin.scope);
        const isOfBatch = one.contract.path.includes("{batch_id}");
        const options: CallOptions = {
          ...(isOfBatch
            ? { params: { batch_id: batchId } }
            : await one.good({ ...admin, tenant: school, token: secret })),
          token: secret,
          headers: CSV,
          address: "127.0.0.1",
        };
        return {
          open: () => send(one, options),
        };
      },
    })),
  ];
}

const cases = [...(await staffFiles()), ...apiFiles()];

const read = (response: Response) => response.text();

it("there are files of every kind", () => {
  expect(cases.length).toBeGreaterThanOrEqual(12);
  const names = cases.map(({ name }) => name);
  expect(names).toContain("/bank/audit-log/export");
  expect(names).toContain("getBankStatement");
});

describe.each(cases)("$name", ({ makeOwner }) => {
  it("is refused while its owner has others in progress, and not later", async () => {
    const [owner, another] = [await makeOwner(), await makeOwner()];
    const open: Response[] = [];
    for (let n = 0; n < FILES_PER_OWNER; n++) open.push(await owner.open());
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    const refused = await owner.open();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBeTruthy();
    await refused.text();

    const [one, ...others] = open as [Response, ...Response[]];
    await one.body?.cancel();
    expect(await read(await owner.open())).toContain(",");
    for (const other of others) expect(await read(other)).toContain(",");
    const theirs = await another.open();
    // The operator is one owner.
    expect(theirs.status).toBe(200);
    await theirs.text();
    for (let n = 0; n < FILES_PER_OWNER; n++) open[n] = await owner.open();
    for (const response of open) await read(response);
  });
});
