import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { queueEmail } from "#lib/email/queue.ts";
import { securityEmail } from "#lib/email/templates/notices.ts";
import { renderHtml } from "#lib/email/templates/render.ts";
import { rereadEnv } from "#lib/env.ts";
import { withinRequest } from "#lib/http/request-context.ts";
import { sent } from "#test/next-headers.ts";
import { makePerson } from "#test/sign-in.ts";
import { GET } from "./[email_id]/html/route.ts";
import { findRequestedEmail, listShownEmails } from "./find-email.ts";

type Visit = { address?: string; headers?: Record<string, string> };

/** Runs within a request, by default one that a browser on this machine sends. */
function visit<T>({ address = "127.0.0.1", headers = {} }: Visit, handle: () => T): T {
  sent.headers = new Headers({ Host: "localhost:3000", "X-Forwarded-For": address, ...headers });
  return withinRequest({ requestId: "a-visit", address }, handle);
}

const paramsOf = (email_id: string) => ({ params: Promise.resolve({ email_id }) });
const read = (email_id: string, from: Visit = {}) =>
  visit(from, () => GET(new Request("http://localhost/"), paramsOf(email_id)));

const EMAIL = securityEmail("app_added", new Date());

async function queued(to = `pat.${randomUUID()}@example.com`, changes: Partial<typeof EMAIL> = {}) {
  const email = { to, kind: "receipt", cardholderId: null, ...EMAIL, ...changes } as const;
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

const REMOTE: [string, Visit][] = [
  ["another machine", { address: "192.0.2.7" }],
  ["a proxy", { headers: { "X-Forwarded-For": "192.0.2.7" } }],
  [
    "a proxy that claims this machine",
    { address: "192.0.2.7", headers: { "X-Forwarded-For": "127.0.0.1" } },
  ],
  ["another name", { headers: { Host: "box.example" } }],
  ["a proxied name", { headers: { "X-Forwarded-Host": "box.example" } }],
];

it.each(REMOTE)("hides members' emails and all links from %s", async (_, from) => {
  const member = await makePerson();
  await db().membership.create({
    data: { id: randomUUID(), cardholderId: member.cardholderId, kind: "operator", role: "admin" },
  });
  const link = "http://localhost:3000/set-password?token=prs_secret";
  const text = `Set a password:\n${link}\nor HTTPS://box.example/x, (${link}).\n`;
  const toMember = await queued(member.email.toUpperCase(), { text });
  const toOther = await queued(undefined, { text });
  const invited = `new.${randomUUID()}@example.com`;
  const day = new Date(Date.now() + 86_400_000);
  await db().invitation.create({
    data: {
      ...{
        id: randomUUID(),
        tokenHash: randomBytes(32),
        email: invited,
        emailKey: invited,
      },
      ...{ kind: "operator", role: "admin", invitedBy: "operator:test", expiresAt: day },
    },
  });
  const toInvited = await queued(invited, { text });

  const ids = [toMember, toInvited, toOther];
  const find = (id: string, as: Visit) => visit(as, () => findRequestedEmail(paramsOf(id)));
  for (const id of ids) expect((await find(id, {}))?.text).toBe(text);
  expect([await find(toMember, from), await find(toInvited, from)]).toEqual([null, null]);
  const shown = await find(toOther, from);
  expect(shown?.html).toBeNull();
  expect(shown?.text).toContain("Set a password:");
  expect(shown?.text).not.toMatch(/:\/\/|prs_/);
  for (const id of ids) expect((await read(id, from)).status).toBe(404);
  const listed = await visit(from, () => listShownEmails(50));
  expect(listed.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual([toOther]);
  expect(JSON.stringify(listed)).not.toMatch(/:\/\/|prs_/);
  expect((await visit({}, () => listShownEmails(50))).map(({ id }) => id)).toEqual(
    expect.arrayContaining(ids),
  );
});
