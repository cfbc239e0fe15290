import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { transaction } from "#lib/database/transaction.ts";
import { queueEmail } from "#lib/email/queue.ts";
import { securityEmail } from "#lib/email/templates/notices.ts";
import { renderHtml } from "#lib/email/templates/render.ts";
import { rereadEnv } from "#lib/env.ts";
import { GET } from "./[email_id]/html/route.ts";

const read = (email_id: string) =>
  GET(new Request("http://localhost/"), { params: Promise.resolve({ email_id }) });

const EMAIL = securityEmail("app_added", new Date());

async function queued() {
  const to = `pat.${randomUUID()}@example.com`;
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

it("shows nothing in production", async () => {
  const id = await queued();
  process.env.SERVICE_ENVIRONMENT = "production";
  process.env.PUBLIC_BASE_URL = "https://give.example";
  rereadEnv();
  expect((await read(id)).status).toBe(404);
});
