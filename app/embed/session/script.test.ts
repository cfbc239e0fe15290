/** The data that the page passes to its script, and the requests that the script can make. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { mintToken, openFlow, sendForm } from "#test/embed-flow.ts";
import { type Bank, makeBank, makeSchool } from "#test/factories.ts";
import { fieldsOf } from "#test/forms.ts";
import { GET } from "./route.ts";

const ORIGIN = "https://app.bank.example";

let bank: Bank;
let school: string;
beforeAll(async () => {
  bank = await makeBank();
  school = await makeSchool();
  const embedOrigins = [ORIGIN, "x; script-src *"];
  await db().bank.update({ where: { id: bank.bankId }, data: { embedOrigins } });
});

const mint = () => mintToken(bank, { school_id: school, dollar_amount: 40 });
const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()).sub as string;

/** The body's data attributes, without the prefix. */
function scriptData(html: string): Record<string, string> {
  const [body = ""] = /<body [^>]*>/.exec(html) ?? [];
  const found = [...body.matchAll(/ data-([\w-]+)="([^"]*)"/g)];
  return Object.fromEntries(
    found.map(([, name, value = ""]) => [name, value.replaceAll("&quot;", '"')]),
  );
}

describe("the page passes to its script", () => {
  it("the session, and valid origins only", async () => {
    const token = await mint();
    const { html } = await openFlow(token);
    expect(scriptData(html)).toEqual({
      state: "ready",
      token,
      "session-id": sessionOf(token),
      origins: JSON.stringify([ORIGIN]),
    });
  });

  it("a submitted donation and an ended session", async () => {
    const token = await mint();
    const review = await sendForm(token, {
      ...fieldsOf((await openFlow(token)).html),
      do: "review",
    });
    expect(scriptData(review.html)).toMatchObject({ state: "ready", token });
    const made = await sendForm(token, { ...fieldsOf(review.html), do: "give" });
    for (const { html } of [made, await openFlow(token)]) {
      expect(scriptData(html)).toMatchObject({
        state: "submitted",
        "donation-id": sessionOf(token),
      });
    }
    const late = await mint();
    await pool().query("update embed_session set expires_at = now() where id = $1", [
      sessionOf(late),
    ]);
    expect(scriptData((await openFlow(late)).html)).toMatchObject({ state: "expired" });
  });

  it("errors, escaped so that a token can't inject markup", async () => {
    const { html } = await openFlow('"><script>alert(1)</script>');
    expect(html).not.toContain("<script>");
    expect(scriptData(html)).toMatchObject({ state: "error", code: "EMBED_TOKEN_INVALID" });
  });
});

describe("the script restores a session", () => {
  it("with a form that has only the token, starting from the bank's presets", async () => {
    const token = await mint();
    const { status, html } = await sendForm(token, {});
    expect(status).toBe(200);
    expect(fieldsOf(html)).toMatchObject({ school_id: school, amount: "40" });
  });

  it("from a page that only the session's bank may frame", async () => {
    const open = (query: string) =>
      GET(new Request(`http://service.test/embed/session${query}`)).then(async (response) => ({
        status: response.status,
        policy: response.headers.get("content-security-policy"),
        data: scriptData(await response.text()),
      }));
    const named = await open(`?session=${sessionOf(await mint())}`);
    expect(named.status).toBe(401);
    expect(named.policy).toMatch(new RegExp(`frame-ancestors ${ORIGIN}$`));
    expect(named.data).toEqual({
      state: "missing",
      code: "EMBED_TOKEN_INVALID",
      origins: JSON.stringify([ORIGIN]),
    });
    for (const query of ["", `?session=${randomUUID()}`, "?session=x", "?token="]) {
      const { status, policy, data } = await open(query);
      expect(status).toBe(401);
      expect(policy).toMatch(/frame-ancestors 'none'$/);
      expect(data).toMatchObject({ state: "missing", origins: "[]" });
    }
  });
});
