import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ReactElement } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MissingPage } from "#app/missing-page.tsx";
import { currentSession } from "#app/session.ts";
import { nameOfActor } from "#lib/auth/actors.ts";
import { isStaff, type StaffScope } from "#lib/auth/scopes.ts";
import { openSandboxSession } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";
import { env, rereadEnv } from "#lib/env.ts";
import { withinRequest } from "#lib/http/request-context.ts";
import { makeSignInLinks } from "#lib/sandbox/sign-in-links.ts";
import { seedSandbox } from "#prisma/seed.ts";
import { jar, sent } from "#test/next-headers.ts";
import { isolateDatabase } from "#test/private-database.ts";
import SandboxSignIn from "./page.tsx";
import { POST } from "./submit/route.ts";

isolateDatabase();
const dataDir = mkdtempSync(path.join(tmpdir(), "points-links-"));
beforeAll(() => seedSandbox(dataDir, () => {}));
afterAll(() => rmSync(dataDir, { recursive: true }));

const SETTINGS = ["SERVICE_ENVIRONMENT", "PUBLIC_BASE_URL", "TRUST_PROXY"];
function set(settings: Record<string, string>) {
  Object.assign(process.env, settings);
  rereadEnv();
}
beforeEach(() => jar.clear());
afterEach(() => {
  for (const name of SETTINGS) delete process.env[name];
  rereadEnv();
});

type Visit = { address?: string; headers?: Record<string, string> };

/** Runs within a request, by default one that a browser on this machine sends. */
function visit<T>({ address = "127.0.0.1", headers = {} }: Visit, handle: () => T): T {
  // As Next.js adds it.
  sent.headers = new Headers({ Host: "localhost:3000", "X-Forwarded-For": address, ...headers });
  return withinRequest({ requestId: "a-visit", address }, handle);
}

/** Opens a link's page. @returns what it shows */
async function open(token: string, from: Visit = {}) {
  const searchParams = Promise.resolve({ token });
  const page = (await visit(from, () => SandboxSignIn({ searchParams }))) as ReactElement<{
    title: unknown;
  }>;
  if (page.type === MissingPage) return "missing";
  return page.props.title === "This link was already used" ? "used" : "form";
}

/** Presses the page's button. */
function press(token: string, from: Visit = {}, origin = env().publicBaseUrl): Promise<Response> {
  const body = new URLSearchParams({ token }).toString();
  return visit(from, () => {
    const headers = new Headers(sent.headers);
    headers.set("Content-Type", "application/x-www-form-urlencoded");
    headers.set("Content-Length", String(body.length));
    headers.set("Origin", origin);
    const url = `${env().publicBaseUrl}/sandbox/sign-in/submit`;
    const request = new Request(url, { method: "POST", headers, body });
    return POST(request, { params: Promise.resolve({}) });
  });
}

/** The session that a response opens. */
async function sessionIn(response: Response): Promise<StaffScope> {
  const [name = "", value = ""] = (response.headers.get("set-cookie") ?? "").split(/[=;]/);
  jar.set(name, value);
  const scope = await currentSession();
  if (!scope || !isStaff(scope)) throw new Error("no staff session");
  return scope;
}

const tokenIn = (url: string) => new URL(url).searchParams.get("token") ?? "";

async function makeToken(label = "School processor"): Promise<string> {
  const links = await makeSignInLinks();
  return tokenIn(links.find((link) => link.label === label)?.url ?? "");
}

describe("a link", () => {
  it.each([
    ["School processor", "/school", "processor"],
    ["School admin", "/school", "admin"],
    ["Bank developer", "/bank", "developer"],
    ["Bank clerk", "/bank", "support"],
    ["Bank controller", "/bank", "finance"],
    ["Operator admin", "/operator", "admin"],
  ])("of the %s leads to %s, with both factors just proved", async (label, home, role) => {
    const response = await press(await makeToken(label));
    expect([response.status, response.headers.get("location")]).toEqual([303, home]);
    const scope = await sessionIn(response);
    expect(scope).toMatchObject({ role, isVerified: true, kind: home.slice(1) });
    const where = { action: "session.open", tenant: scope.tenant, actor: nameOfActor(scope.actor) };
    expect(await db().auditEntry.count({ where })).toBe(1);
  });

  it("is used up by the button, not by its page", async () => {
    const token = await makeToken();
    expect([await open(token), await open(token)]).toEqual(["form", "form"]);
    expect((await press(token)).headers.get("location")).toBe("/school");
    expect(await open(token)).toBe("used");
    const second = await press(token);
    expect(second.headers.get("location")).toBe(`/sandbox/sign-in?token=${token}`);
    expect(second.headers.getSetCookie()).toEqual([]);
  });

  it("signs in one of several simultaneous requests", async () => {
    const token = await makeToken();
    const before = await db().sessionFamily.count();
    const responses = await Promise.all([1, 2, 3, 4].map(() => press(token)));
    const homes = responses.filter(({ headers }) => headers.get("location") === "/school");
    expect(homes).toHaveLength(1);
    expect(await db().sessionFamily.count()).toBe(before + 1);
  });

  it("isn't accepted from another site's page", async () => {
    const token = await makeToken();
    expect((await press(token, {}, "https://evil.example")).status).toBe(403);
    expect(await open(token)).toBe("form");
  });

  it("works for someone who has set a password, too", async () => {
    const where = { emailKey: "clerk@harbor.example" };
    await db().cardholder.update({ where, data: { passwordHash: "a hash" } });
    expect((await press(await makeToken("Bank clerk"))).headers.get("location")).toBe("/bank");
  });

  it("isn't made for someone who has left the team, and signs them in no more", async () => {
    const token = await makeToken("Bank developer");
    const where = { cardholder: { emailKey: "developer@harbor.example" } };
    await db().membership.deleteMany({ where });
    expect((await press(token)).headers.getSetCookie()).toEqual([]);
    const labels = (await makeSignInLinks()).map(({ label }) => label);
    expect(labels).toEqual([
      ...["School processor", "School admin", "Bank clerk", "Bank controller"],
      "Operator admin",
    ]);
  });
});

describe("there is no such page", () => {
  it.each<[string, Visit]>([
    ["from another machine", { address: "192.0.2.7" }],
    ["from another machine, over IPv6", { address: "2001:db8::7" }],
    [
      "from another machine that claims to be this one",
      {
        address: "192.0.2.7",
        headers: { "X-Forwarded-For": "127.0.0.1" },
      },
    ],
    ["through a proxy", { headers: { "X-Forwarded-For": "192.0.2.7" } }],
    ["through two proxies", { headers: { "X-Forwarded-For": "192.0.2.7, 127.0.0.1" } }],
    ["through a proxy that hides the address", { headers: { "X-Forwarded-For": "unknown" } }],
    ["through a proxy that says so differently", { headers: { Forwarded: "for=192.0.2.7" } }],
    ["through a gateway", { headers: { Via: "1.1 gateway" } }],
    ["through a proxy with its own header", { headers: { "X-Real-IP": "192.0.2.7" } }],
    ["through a content delivery network", { headers: { "CF-Connecting-IP": "192.0.2.7" } }],
    ["through a proxy that passes on the name", { headers: { "X-Forwarded-Host": "box.example" } }],
    ["under another host name", { headers: { Host: "sandbox.example" } }],
    ["under a host name that begins like ours", { headers: { Host: "localhost.evil.example" } }],
    ["under no valid host name", { headers: { Host: "local host" } }],
  ])("%s", async (_, from) => {
    const token = await makeToken();
    expect(await open(token, from)).toBe("missing");
    const response = await press(token, from);
    expect([response.status, await response.text()]).toEqual([404, ""]);
    expect(await open(token)).toBe("form");
  });

  it.each<[string, Visit]>([
    ["IPv6", { address: "::1", headers: { Host: "[::1]:3000" } }],
    ["IPv4 on an IPv6 socket", { address: "::ffff:127.0.0.1", headers: { Host: "127.0.0.1" } }],
  ])("but there is from this machine: %s", async (_, from) => {
    expect(await open(await makeToken(), from)).toBe("form");
  });

  it("for a token that this process didn't print", async () => {
    for (const token of ["", "x", `sbx_${"A".repeat(43)}`]) {
      expect(await open(token)).toBe("missing");
      expect((await press(token)).headers.getSetCookie()).toEqual([]);
    }
  });

  it.each([
    ["in production", { SERVICE_ENVIRONMENT: "production", PUBLIC_BASE_URL: "http://localhost" }],
    ["behind a proxy", { TRUST_PROXY: "true" }],
    ["in a sandbox that others reach by its name", { PUBLIC_BASE_URL: "https://box.example" }],
  ])("%s, where no links are made either", async (_, settings) => {
    const token = await makeToken();
    set(settings);
    expect(await makeSignInLinks()).toEqual([]);
    expect(await open(token)).toBe("missing");
    expect((await press(token)).headers.getSetCookie()).toEqual([]);
  });

  it("in production, and no such session", async () => {
    set({ SERVICE_ENVIRONMENT: "production", PUBLIC_BASE_URL: "https://give.example" });
    expect((await press("x")).status).toBe(404);
    const { id } = await db().membership.findFirstOrThrow({ where: { role: "processor" } });
    const member = { membershipId: id, role: "processor", kind: "school", schoolId: "ucla" };
    const person = { id: "01990000-0000-7000-8000-000000000000", passwordHash: null };
    await expect(openSandboxSession(person, member as never, null)).rejects.toThrow(
      "only a sandbox",
    );
  });
});
