import { randomUUID } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { transaction } from "#lib/database/transaction.ts";
import { listEmails, listPublicEmails } from "#lib/email/queries.ts";
import { queueEmail } from "#lib/email/queue.ts";
import { securityEmail } from "#lib/email/templates/notices.ts";
import { renderHtml } from "#lib/email/templates/render.ts";
import { rereadEnv } from "#lib/env.ts";
import { withinRequest } from "#lib/http/request-context.ts";
import { makeMember } from "#test/staff.ts";
import { GET } from "./[email_id]/html/route.ts";
import { findRequestedEmail } from "./find-email.ts";

const sent = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => sent.headers }));

const LOCAL = "127.0.0.1";
const REMOTE = "198.51.100.7";

/** A visit from this address, as Next.js passes it on. */
function from<T>(address: string, handle: () => T): T {
  sent.headers = new Headers({ Host: "localhost:3000", "X-Forwarded-For": address });
  return withinRequest({ requestId: "a-visit", address }, handle);
}

const contextOf = (email_id: string) => ({ params: Promise.resolve({ email_id }) });
const read = (email_id: string, address = LOCAL) =>
  from(address, () => GET(new Request("http://localhost/"), contextOf(email_id)));
const find = (email_id: string, address: string) =>
  from(address, () => findRequestedEmail(contextOf(email_id)));

const EMAIL = securityEmail("app_added", new Date());

async function queued(to = `pat.${randomUUID()}@example.com`) {
  const email = { to, kind: "receipt", cardholderId: null, ...EMAIL } as const;
  return (await transaction((tx) => queueEmail(tx, email))).id;
}

afterEach(() => {
  delete process.env.SERVICE_ENVIRONMENT;
  delete process.env.PUBLIC_BASE_URL;
  rereadEnv();
});

it("shows an email's HTML, uncached", async () => {
  const answer = await read(await queued());
  expect(await answer.text()).toBe(await renderHtml(EMAIL.content));
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

it.each([randomUUID(), "1", "%00"])("answers 404 for the unknown email %s", async (id) => {
  expect((await read(id)).status).toBe(404);
});

it("shows no links to visitors from elsewhere", async () => {
  const id = await queued();
  expect((await find(id, LOCAL))?.text).toContain("http");
  expect((await find(id, REMOTE))?.text).not.toContain("http");
  expect((await read(id, REMOTE)).status).toBe(404);
});

it("shows visitors from elsewhere nothing that was sent to a member of a team", async () => {
  const { email } = await makeMember({ kind: "operator" }, "admin");
  const id = await queued(email.toUpperCase());
  expect(await find(id, LOCAL)).not.toBeNull();
  expect(await find(id, REMOTE)).toBeNull();
  expect((await listEmails(undefined, 50)).map((one) => one.id)).toContain(id);
  expect((await listPublicEmails(50)).map((one) => one.id)).not.toContain(id);
});

it("shows nothing in production", async () => {
  const id = await queued();
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL = "https://give.example";
  rereadEnv();
  expect((await read(id)).status).toBe(404);
});
