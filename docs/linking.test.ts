/** The guide to linking with consent: its example links an account, as it stands there. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { revokeApiKey } from "#lib/staff/api-keys.ts";
import { makeBank, system } from "#test/factories.ts";
import { freePort } from "#test/free-port.ts";
import { decide, serveAuthorization } from "#test/oauth.ts";
import { eventually } from "#test/process/application.ts";
import { makePerson } from "#test/sign-in.ts";

const guide = readFileSync(path.join(import.meta.dirname, "linking.md"), "utf8");
const [, program = ""] = /^```js\n(.*?)^```$/ms.exec(guide) ?? [];

let server: Awaited<ReturnType<typeof serveAuthorization>>;
beforeAll(async () => {
  server = await serveAuthorization();
});
afterAll(() => server.close());

it("the example links an account, and says so when the customer declines", async () => {
  const bank = await makeBank();
  const port = await freePort();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: path.join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      SERVICE_URL: server.base,
      PORT: String(port),
      BANK_ID: bank.bankId,
      API_KEY: bank.key,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const visit = (url: string, Cookie = "") =>
      fetch(url, { redirect: "manual", headers: { Cookie } }).catch(() => undefined);
    const begin = async () => {
      const begun = await eventually(() => visit(`http://127.0.0.1:${port}/`), "the bank is up");
      const [cookie = ""] = begun.headers.getSetCookie();
      return { url: begun.headers.get("location") as string, cookie: cookie.split(";")[0] };
    };
    const { scope } = await makePerson();
    const declined = await begin();
    const refused = await decide(server.base, declined, scope, "decline");
    expect(await (await visit(refused.href, declined.cookie))?.text()).toBe(
      "access_denied: The customer declined.\n",
    );

    const asked = await begin();
    const back = await decide(server.base, asked, scope);
    const linked = await visit(back.href, asked.cookie);
    const account = await db().account.findFirstOrThrow({ where: { bankId: bank.bankId } });
    expect(await linked?.text()).toBe(`Linked: ${account.id}\n`);
    expect(account).toMatchObject({ status: "active", cardholderId: scope.cardholderId });
    // The customer comes back twice.
    expect(await (await visit(back.href, asked.cookie))?.text()).toBe(`Linked: ${account.id}\n`);
    // In another customer's browser, the same URL links nothing.
    for (const cookie of ["link_state=another", `x${asked.cookie}`, ""]) {
      expect((await visit(back.href, cookie))?.status).toBe(400);
    }
    const again = await visit(`http://127.0.0.1:${port}/`);
    expect(await again?.text(), "409").toBe(`Linked: ${account.id}\n`);
    expect((await visit(`http://127.0.0.1:${port}/favicon.ico`))?.status).toBe(404);
    await revokeApiKey(system, bank.keyId);
    expect(await (await visit(`http://127.0.0.1:${port}/`))?.text()).toContain("401");
  } finally {
    child.kill();
  }
});
