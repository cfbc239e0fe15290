/**
 * Every form with a file, read from the folders: nothing of its body is read for someone who may not send it, or while
 * the owner sends another, and whatever the body is, the answer is one of ours.
 */
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type Action, decide } from "#lib/auth/permissions.ts";
import { ownerOf, personOf, type SessionScope } from "#lib/auth/scopes.ts";
import { ROLES, type Role, type Tenant, type TenantKind } from "#lib/auth/tenants.ts";
import { env } from "#lib/env.ts";
import { oneUpload } from "#lib/http/uploads.ts";
import { makeBank } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makePerson } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { forms as allForms } from "../../generated/forms.ts";
import { type FileField, readForm } from "./read-fields.ts";

type FileForm = {
  (request: Request, context: { params: Promise<Record<string, string>> }): Promise<Response>;
  kind: TenantKind;
  action: Action;
  file: FileField;
};

const forms = allForms.flatMap(({ path: name, form }) => {
  const handler = form as FileForm;
  return handler.file ? [{ name, handler }] : [];
});

const BOUNDARY = "----boundary";
const part = (headers: string, content: string) =>
  `--${BOUNDARY}\r\n${headers}${headers && "\r\n"}\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const chosen = (name: string, content: string) =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv`,
    content,
  );

function requestWith(
  body: BodyInit,
  length: number,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): Request {
  const headers = {
    "Content-Type": type,
    "Content-Length": String(length),
    Origin: env().publicBaseUrl,
  };
  const stream = { duplex: "half" } as RequestInit;
  return new Request(env().publicBaseUrl, { method: "POST", headers, body, ...stream });
}

const multipart = (body: string, type?: string) => requestWith(body, Buffer.byteLength(body), type);

const post = (handler: FileForm, request: Request) =>
  handler(request, { params: Promise.resolve({}) });

const signIn = async (scope: SessionScope) => {
  jar.clear();
  await signInBrowser({ cardholderId: personOf(scope), familyId: scope.familyId });
};

beforeEach(() => jar.clear());

it("there are forms with files", () => {
  expect(forms.length).toBeGreaterThanOrEqual(2);
});

async function makeTenant(kind: TenantKind): Promise<Tenant> {
  if (kind === "bank") return { kind, bankId: (await makeBank()).bankId };
  if (kind === "operator") return { kind };
  return makeSchoolTenant();
}

describe.each(forms)("$name", ({ handler }) => {
  const { file, kind } = handler;
  const makeSender = async () => makeMember(await makeTenant(kind), "admin");

  async function strangers(): Promise<[string, SessionScope | null][]> {
    const tenant = await makeTenant(kind);
    const { cardholderId } = await makePerson();
    const members = await Promise.all(
      ROLES[kind].map(async (role: Role): Promise<[string, SessionScope]> => {
        const { scope } = await makeMember(tenant, role);
        return [role, scope];
      }),
    );
    return [["visitor", null], ["cardholder", await openSession(cardholderId)], ...members];
  }

  it("reads nothing for anyone who may not send it", async () => {
    for (const [who, scope] of await strangers()) {
      jar.clear();
      if (scope) await signIn(scope);
      const isMember = scope !== null && "tenant" in scope;
      const request = multipart(field("context", isMember ? scope.tenant : "") + END);
      const answer = await post(handler, request);
      const mayPost = isMember && decide(scope, handler.action) === "allowed";
      expect([who, request.bodyUsed]).toEqual([who, mayPost]);
      if (!request.bodyUsed) expect([303, 403]).toContain(answer.status);
    }
  });

  it("reads nothing while its owner sends another", async () => {
    const { scope } = await makeSender();
    await signIn(scope);
    const other = Promise.withResolvers<void>();
    const uploading = oneUpload(ownerOf(scope), () => other.promise);
    const request = multipart(END);
    const answer = await post(handler, request);
    expect(request.bodyUsed).toBe(false);
    expect(answer.headers.get("location")).toContain("again=");
    other.resolve();
    await uploading;
  });

  it("frees its place when a body breaks off", async () => {
    const { scope } = await makeSender();
    await signIn(scope);
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect((await post(handler, requestWith(broken, 1_000))).status).toBe(400);
    expect(await oneUpload(ownerOf(scope), async () => "free")).toBe("free");
  });

  const LARGE = "x".repeat(file.maxBytes + 1);
  it.each<[string, string, string?]>([
    ["no boundary", END, "multipart/form-data"],
    ["an empty boundary", END, "multipart/form-data; boundary="],
    ["a boundary that is too long", END, `multipart/form-data; boundary=${"b".repeat(7_000)}`],
    ["another boundary", field("a", "b") + END, "multipart/form-data; boundary=other"],
    ["nothing", ""],
    ["no end", field("a", "b")],
    ["an end within a part's headers", `--${BOUNDARY}\r\nContent-Dispo`],
    ["an end within a file", chosen(file.name, "a").slice(0, -3)],
    ["no parts", "no multipart at all"],
    ["two files", chosen(file.name, "a") + chosen(file.name, "b") + END],
    ["a file that is too large", chosen(file.name, LARGE) + END],
    ["many empty parts", part("", "").repeat(3_000) + END],
    ["many fields", field("a", "b").repeat(100) + END],
    ["many fields and no end", field("a", "b").repeat(100)],
  ])("refuses a body with %s", async (_, body, type) => {
    const { scope } = await makeSender();
    await signIn(scope);
    expect((await post(handler, multipart(body, type))).status).toBe(400);
  });

  it("takes a part without a name, or with many headers, as none of its fields", async () => {
    const { scope } = await makeSender();
    await signIn(scope);
    const odd = [
      part("Content-Disposition: form-data", "a"),
      part("Content-Disposition: attachment; name=a", "a"),
      part(`${"X-Odd: 1\r\n".repeat(400)}X: 2`, "a"),
      part(`X-Long: ${"x".repeat(9_000)}`, "a"),
      field("context", scope.tenant),
    ];
    const answer = await post(handler, multipart(odd.join("") + END));
    expect(answer.headers.get("location")).toContain("again=");
  });
});

it("reads the fields and the file", async () => {
  const content = "line\r\n--\r\n".repeat(60_000);
  const body = field("a", "1") + field("a", "é") + chosen("file", content) + field("b", "2") + END;
  const read = await readForm(multipart(body), { name: "file", maxBytes: 1024 * 1024 });
  expect([...(read?.fields ?? [])]).toEqual([
    ["a", "1"],
    ["a", "é"],
    ["b", "2"],
  ]);
  expect(read?.file?.toString()).toBe(content);
  const none = await readForm(multipart(chosen("file", "") + END), { name: "file", maxBytes: 9 });
  expect(none?.file).toBeNull();
});

it("leaves turns to others while it reads a file, whatever is in it", async () => {
  // Compared almost to its end at every byte.
  const boundary = `b${"a".repeat(69)}`;
  const file = "a".repeat(1_000_000);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const body = `${head}${file}\r\n--${boundary}--\r\n`;
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await turn();
      turns++;
    }
  })();
  const request = multipart(body, `multipart/form-data; boundary=${boundary}`);
  const read = await readForm(request, { name: "file", maxBytes: 1024 * 1024 });
  isDone = true;
  await others;
  expect(read?.file?.length).toBe(file.length);
  expect(turns).toBeGreaterThan(20);
});
