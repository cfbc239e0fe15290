import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBoundaries } from "./boundaries.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "points-boundaries-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function violationsIn(files: Record<string, string>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkBoundaries(root);
}

/** Forbidden imports: the importing file, what it imports, and part of the message. */
const REFUSED: [string, string, RegExp][] = [
  ["lib/donations/push.ts", "#app/v1/route.ts", /doesn't depend on its callers/],
  ["lib/money.ts", "../components/ui/button.tsx", /doesn't depend on its callers/],
  ["lib/donations/push.ts", "#inngest/functions/push-donation.ts", /doesn't depend on its callers/],
  ["lib/donations/push.ts", "#admin/main.ts", /doesn't depend on its callers/],
  ["lib/donations/push.ts", "#server/main.ts", /doesn't depend on its callers/],
  ["lib/donations/push.ts", "#installation/migrate.ts", /doesn't depend on its callers/],
  ["lib/donations/push.ts", "../../scripts/build.ts", /doesn't depend on its callers/],
  ["admin/main.ts", "../generated/prisma/client.ts", /Only lib\/ knows Prisma/],
  ["lib/donations/push.ts", "@prisma/client", /lib\/database creates the Prisma client/],
  ["inngest/functions/push-donation.ts", "#lib/database/pool.ts", /never touches the database/],
  ["inngest/functions/push-donation.ts", "pg", /never touches the database/],
  ["inngest/functions/push-donation.ts", "#server/main.ts", /never touches the database/],
  ["app/v1/donations/route.ts", "next/server", /leave next\/\* to pages/],
  ["app/embed/route.ts", "next", /leave next\/\* to pages/],
  ["components/portal/list.tsx", "#app/(portal)/page.tsx", /pass it as props/],
  ["components/portal/list.tsx", "#lib/donations/queries.ts", /pass it as props/],
  ["components/portal/list.tsx", "#lib/donations/contract.ts", /pass it as props/],
  ["app/v1/donations/route.ts", "#installation/migrate.ts", /never imports what starts it/],
  ["admin/main.ts", "#app/v1/donations/route.ts", /thin shell/],
  ["app/v1/donations/route.ts", "#inngest/index.ts", /queued with enqueue/],
  ["lib/donations/push.ts", "../http/bank.ts", /lib\/http maps it/],
  ["lib/http/bank-endpoint.ts", "../donations/queries.ts", /lib\/http depends on no domain/],
  ["lib/schools/queries.ts", "../donations/queries.ts", /one direction/],
  ["lib/cardholders/queries.ts", "../accounts/queries.ts", /one direction/],
  ["lib/auth/scopes.ts", "../accounts/queries.ts", /one direction/],
  ["lib/receipts/issue.ts", "../embed/session.ts", /one direction/],
  ["app/v1/portal/route.ts", "#lib/receipts/drawing/statement-pdf.ts", /draws in a worker thread/],
  ["lib/receipts/documents.ts", "./drawing/letter.ts", /draws in a worker thread/],
  ["lib/email/queue.ts", "pdfkit", /draws in a worker thread/],
  ["lib/money.ts", "kysely", /files named sql\.ts/],
  ["admin/schools.ts", "kysely/helpers/postgres", /files named sql\.ts/],
  ["packages/client/index.ts", "#lib/money.ts", /is standalone/],
  ["packages/client/webhooks.ts", "../../lib/webhooks/endpoints/contract.ts", /is standalone/],
  ["packages/inngest-postgres/store.ts", "#lib/env.ts", /separate package/],
  ["lib/jobs/dispatch.ts", "#inngest-postgres/executor.ts", /inngest\/ creates an executor/],
  ["app/v1/donations/route.ts", "#client/index.ts", /calls lib\/ directly/],
  ["packages/demo-bank/bank.ts", "#lib/money.ts", /is a customer/],
  ["app/embed/session/page.tsx", "#demo-bank/bank.ts", /Only the sandbox/],
  ["lib/donations/push.ts", "../../packages/client/index.ts", /calls lib\/ directly/],
];

describe("the boundaries", () => {
  it.each(REFUSED)("forbid %s to import %s", (file, to, message) => {
    const lines = violationsIn({ [file]: `import { x } from "${to}";` });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
    expect(lines[0]).toContain(`${file}:1: imports `);
  });

  it.each([
    ["app/page.tsx", "systemScope"],
    ["lib/donations/push.ts", "systemScope"],
    ["app/page.tsx", "actingFor"],
    ["lib/embed/sessions.ts", "mintBankScope"],
    ["inngest/functions/push-donation.ts", "mintSessionScope"],
    ["lib/auth/sessions.ts", "mintEmbedScope"],
  ])("forbid %s to create a scope with %s", (file, name) => {
    const imported = `import { type BankScope, ${name} } from "#lib/auth/scopes.ts";`;
    const lines = violationsIn({ [file]: imported, "lib/auth/scopes.ts": "" });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/take it as a parameter/);
  });

  it.each([
    ["inngest/functions/push-donation.ts", "systemScope"],
    ["admin/main.ts", "actingFor"],
    ["lib/auth/sessions.ts", "mintSessionScope"],
    ["app/page.tsx", "type SystemScope"],
  ])("allow %s to import %s", (file, name) => {
    const imported = `import { ${name} } from "#lib/auth/scopes.ts";`;
    expect(violationsIn({ [file]: imported, "lib/auth/scopes.ts": "" })).toEqual([]);
  });

  it.each([
    ["lib/donations/push.ts", 'import { x } from "../auth/scopes.ts";'],
    ["lib/donations/push.ts", 'import { x } from "../../generated/prisma/client.ts";'],
    ["lib/accounts/link.ts", 'import { x } from "../cardholders/queries.ts";'],
    ["lib/http/bank-endpoint.ts", 'import { x } from "../auth/api-keys.ts";'],
    ["app/v1/donations/route.ts", 'import { x } from "#lib/http/bank-endpoint.ts";'],
    ["app/(portal)/page.tsx", 'import { x } from "next/link";'],
    ["inngest/serve.ts", 'import { x } from "./index.ts";'],
    ["packages/inngest-postgres/executor.ts", 'import { x } from "./store.ts";'],
    ["inngest/client.ts", 'import { x } from "#inngest-postgres/executor.ts";'],
    ["lib/jobs/dispatch.ts", 'import { x } from "#inngest-postgres/waker.ts";'],
    ["inngest/functions/push-donation.ts", 'import { x } from "#lib/donations/push.ts";'],
    ["components/portal/list.tsx", 'import type { X } from "#lib/donations/contract.ts";'],
    ["components/portal/list.tsx", 'import { x } from "#lib/money.ts";'],
    ["server/main.ts", 'import { x } from "#installation/migrate.ts";'],
    ["lib/donations/push.test.ts", 'import { x } from "#test/database.ts";'],
    ["packages/client/webhooks.ts", 'import { x } from "./index.ts";'],
    ["lib/banks/sql.ts", 'import { sql } from "kysely";'],
    ["lib/database/statement.ts", 'import { sql } from "kysely";\nawait pool().query("select 1");'],
    ["installation/migrate.ts", 'await client.query("select 1");'],
    ["lib/donations/accept.test.ts", 'await pool().query("select 1");'],
    ["test/receiver.ts", 'import { x } from "#client/webhooks.ts";'],
    ["scripts/client-types.ts", 'import { x } from "#client/generate.ts";'],
  ])("allow %s: %s", (file, text) => {
    expect(violationsIn({ [file]: text })).toEqual([]);
  });

  it.each([
    ["an export", 'export { x } from "#app/page.tsx";'],
    ["a namespace import", 'import * as x from "#app/page.tsx";'],
    ["a side-effect import", 'import "#app/page.tsx";'],
    ["an import over several lines", 'import {\n  x,\n  y,\n} from "#app/page.tsx";'],
    ["a dynamic import", 'const x = await import("#app/page.tsx");'],
    ["a type", 'import type { X } from "#app/page.tsx";'],
  ])("detect %s", (_what, text) => {
    expect(violationsIn({ "lib/text.ts": text })).toHaveLength(1);
  });

  it.each([
    ["lib/money.ts", 'await pool().query("select 1");'],
    ["lib/money.ts", "const { rows } = await client.query<{ id: string }>(`select 1`);"],
    ["admin/schools.ts", "await client.query(\n  text,\n);"],
  ])("forbid raw SQL in %s", (file, text) => {
    expect(violationsIn({ [file]: text })).toEqual([expect.stringMatching(/raw query/)]);
  });

  it("ignore imports in comments and strings", () => {
    const text =
      '// import { x } from "#app/a.ts";\nconst y = \'import { x } from "#app/a.ts";\';\n';
    expect(violationsIn({ "lib/text.ts": `${text}// like import("#app/a.ts")\n` })).toEqual([]);
  });

  it.each([
    ["lib/donations/utils.ts", /is too vague/],
    ["components/helpers/button.tsx", /is too vague/],
    ["server/services/start.ts", /is too vague/],
    ["admin/types.ts", /is too vague/],
    ["lib/strings.ts", /closed list/],
    ["lib/loyalty/queries.ts", /isn't listed as a domain/],
  ])("forbid a file named %s", (file, message) => {
    expect(violationsIn({ [file]: "" })).toEqual([expect.stringMatching(message)]);
  });

  it.each(["lib/env.ts", "lib/http/bank-endpoint.ts"])("allow a file named %s", (file) => {
    expect(violationsIn({ [file]: "" })).toEqual([]);
  });
});
