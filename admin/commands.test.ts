import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findOpenLinkByHandle } from "#lib/accounts/consent.ts";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { loadPlatformAccess } from "#lib/ticketing/config.ts";
import { call, violationsIn } from "#test/api.ts";
import { linkBody, makeBank, makeSchool } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { fileWith } from "#test/process/application.ts";
import { makeProgram } from "./main.ts";

afterEach(() => {
  for (const name of ["SERVICE_ENVIRONMENT", "PUBLIC_BASE_URL"]) delete process.env[name];
  rereadEnv();
});

/** Runs one command on this test's database. @returns the document that it prints */
async function admin(...words: string[]) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await makeProgram(() => undefined).parseAsync(words, { from: "user" });
    return JSON.parse(write.mock.calls.map(([text]) => text).join(""));
  } finally {
    write.mockRestore();
  }
}

it("a failed email is sent again by its ID", async () => {
  const id = randomUUID();
  const email = { to: `${id}@person.example`, subject: "s", text: "t", kind: "receipt" };
  await db().email.create({ data: { id, ...email, status: "failed" } });
  const retried = { email_id: id, status: "pending", send_requested: true };
  expect(await admin("email", "retry", "--email", id)).toEqual(retried);
  const { emails } = await admin("email", "list", "--to", email.to);
  expect(emails).toMatchObject([{ email_id: id, status: "pending" }]);
});

describe("what a bank registers", () => {
  const redirect_uri = "bankapp://linked";

  it("a redirect URI also registers its app's scheme, for links and embedded sessions", async () => {
    const bank = await makeBank();
    const link = () => call(operation("linkAccount"), { key: bank.key, body: linkBody() });
    const withConsent = () =>
      call(operation("linkAccount"), { key: bank.key, body: { ...linkBody(), redirect_uri } });
    expect(violationsIn((await withConsent()).body)).toEqual(["body.redirect_uri url_parsing"]);

    await admin("bank", "update", "--bank", bank.bankId, "--redirect-uri", redirect_uri);
    const waiting = await withConsent();
    expect(waiting.body.data).toMatchObject({ status: "pending_oauth" });
    const handle = waiting.body.data.oauth_redirect_url.split("/").at(-1);
    expect(await findOpenLinkByHandle(handle)).toBeTruthy();

    const { service_user_id } = (await link()).body.data;
    const body = { service_user_id, return_url: "bankapp://done" };
    expect((await call(operation("createEmbedToken"), { key: bank.key, body })).status).toBe(200);
  });

  it("can be cleared, list by list", async () => {
    const bank = await makeBank();
    const update = (...flags: string[]) => admin("bank", "update", "--bank", bank.bankId, ...flags);
    const origin = "https://app.bank.example";
    expect(
      await update("--embed-origin", origin, "--app-scheme", "one", "--redirect-uri", redirect_uri),
    ).toMatchObject({
      embed_origins: [origin],
      app_schemes: ["one"],
      redirect_uris: [redirect_uri],
    });
    expect(await update("--no-app-scheme")).toMatchObject({
      embed_origins: [origin],
      app_schemes: [],
      redirect_uris: [redirect_uri],
    });
    expect(await update("--no-embed-origin", "--no-redirect-uri")).toMatchObject({
      embed_origins: [],
      redirect_uris: [],
    });
  });
});

describe("a school's platform", () => {
  const configure = (school: string, baseUrl: string) =>
    admin(
      ...["school", "configure", "--school", school, "--adapter", "rest"],
      ...["--house-account", "house", "--base-url", baseUrl, "--api-key-file", fileWith("secret")],
    );

  it("can't be outside this machine in a sandbox; a refused change keeps the previous one", async () => {
    const school = await makeSchool();
    await expect(configure(school, "https://platform.example")).rejects.toThrow(
      "in a sandbox, the platform's URL must be on this machine",
    );
    expect((await loadPlatformAccess(school)).adapter).toBe("stub");
    await configure(school, "http://127.0.0.1:4010");
    expect((await loadPlatformAccess(school)).adapter).toBe("rest");
  });

  it("can't be the stub or use plain http in production", async () => {
    const school = await makeSchool();
    process.env.SERVICE_ENVIRONMENT = "production";
    process.env.PUBLIC_BASE_URL = "https://give.example";
    rereadEnv();
    const stub = ["--adapter", "stub", "--house-account", "house"];
    await expect(admin("school", "configure", "--school", school, ...stub)).rejects.toThrow(
      'the adapter "stub" doesn\'t exist in this environment',
    );
    await expect(configure(school, "http://platform.example")).rejects.toThrow("must use https");
    await configure(school, "https://platform.example");
    expect((await loadPlatformAccess(school)).adapter).toBe("rest");
  });

  it("needs a URL and a key with the rest adapter", async () => {
    const school = await makeSchool();
    const rest = ["--adapter", "rest", "--house-account", "house"];
    const words = ["school", "configure", "--school", school, ...rest];
    await expect(admin(...words)).rejects.toThrow("the platform's URL is missing");
    await expect(admin(...words, "--base-url", "http://127.0.0.1:4010")).rejects.toThrow(
      "our API key for the platform is missing",
    );
  });
});

describe("a school's mark", () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9Z"/></svg>';

  it("is set from a file, and removed", async () => {
    const school = await makeSchool();
    const mark = (...flags: string[]) => admin("school", "mark", "--school", school, ...flags);
    expect(await mark("--file", fileWith(SVG))).toEqual({
      school_id: school,
      mark: "image/svg+xml",
    });
    await expect(mark("--file", fileWith("<script/>"))).rejects.toThrow("must be a PNG or an SVG");
    await expect(mark()).rejects.toThrow("either --file or --remove");
    await expect(mark("--file", fileWith(SVG), "--remove")).rejects.toThrow("either");
    expect(await mark("--remove")).toEqual({ school_id: school, mark: null });
    await expect(mark("--remove")).rejects.toThrow("has no mark");
  });
});

describe("--help", () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

  it("marks every required flag, and no other", () => {
    for (const command of all(makeProgram(() => undefined))) {
      for (const option of command.options) {
        const text = command.createHelp().optionDescription(option);
        expect(text.endsWith("(required)"), option.flags).toBe(option.mandatory);
      }
    }
  });

  it("for `program` mentions its limits", () => {
    const program = makeProgram(() => undefined).commands.find((one) => one.name() === "program");
    expect(program?.helpInformation()).toContain("limits");
  });
});
