/** The way back to the bank, which the page offers twice: by itself, and with a button. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "#lib/database/prisma.ts";
import {
  type Asked,
  askForConsent,
  goBack,
  letPass,
  openConsent,
  redeem,
  restoreClock,
  serveAuthorization,
} from "#test/oauth.ts";
import { makePerson } from "#test/sign-in.ts";
import {
  approveInteraction,
  decidedInteraction,
  declineInteraction,
  openInteraction,
} from "./interactions.ts";
import { ObjectStore } from "./objects.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
let base: string;
beforeAll(async () => {
  server = await serveAuthorization();
  base = server.base;
});
afterEach(restoreClock);
afterAll(() => server.close());

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });
const codesOf = ({ accountId }: Asked) =>
  db().oauthObject.count({ where: { link: { accountId }, kind: "AuthorizationCode" } });

/** Approved, and not gone back yet. */
async function approved() {
  const asked = await askForConsent();
  const consent = await openConsent(base, asked.url);
  const { scope } = await makePerson();
  const open = await openInteraction(consent.uid, consent.cookie);
  if (!open) return expect.unreachable();
  const outcome = await approveInteraction(scope, open);
  if (typeof outcome === "string") return expect.unreachable();
  const back = () => goBack(base, outcome.path, consent);
  const location = async () => (await back()).headers.get("location") as string;
  return { asked, consent, back, location, path: outcome.path };
}

it("can be repeated, also at the same time, and leads to one and the same code", async () => {
  const { asked, location } = await approved();
  const first = await location();
  const others = await Promise.all(Array.from({ length: 10 }, location));
  expect(new Set([first, ...others])).toEqual(new Set([first]));
  expect(await codesOf(asked)).toBe(1);
  await redeem(base, asked, new URL(first));
});

it("issues one code if it begins several times at once", async () => {
  const { asked, location } = await approved();
  const all = new Set(await Promise.all(Array.from({ length: 10 }, location)));
  expect(all.size).toBe(1);
  expect(await codesOf(asked)).toBe(1);
  for (const one of all) await redeem(base, asked, new URL(one));
});

it.each([31, 62, 25 * 60])(
  "issues a new code after %i seconds, and ends the one before",
  async (seconds) => {
    const { asked, location } = await approved();
    const first = await location();
    await letPass(asked, seconds);
    const second = await location();
    expect(second).toContain("code=oac_");
    expect(second).not.toBe(first);
    expect(await codesOf(asked)).toBe(1);
    await expect(redeem(base, asked, new URL(first))).rejects.toMatchObject({
      error: "invalid_grant",
    });
    await redeem(base, asked, new URL(second));
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "active" });
  },
);

it("still leads to a code after the bank was too late with the one before", async () => {
  const { asked, location } = await approved();
  const late = new URL(await location());
  await letPass(asked, 62);
  await expect(redeem(base, asked, late)).rejects.toMatchObject({ error: "invalid_grant" });
  await redeem(base, asked, new URL(await location()));
});

it("can begin long after the approval", async () => {
  const { asked, location } = await approved();
  await letPass(asked, 29 * 60);
  await redeem(base, asked, new URL(await location()));
});

it("leads to our own page once the bank has redeemed the code", async () => {
  const { asked, consent, back, location } = await approved();
  await redeem(base, asked, new URL(await location()));
  const again = await back();
  expect(again.status).toBe(303);
  expect(again.headers.get("location")).toBe(`/oauth/consent/${consent.uid}/back`);
  const decided = await decidedInteraction(consent.uid, consent.cookie);
  expect(decided).toMatchObject({ isApproved: true, isRedeemed: true });
  expect(await codesOf(asked)).toBe(1);
});

it("is closed to other browsers, which don't end its code either", async () => {
  const asked = await askForConsent();
  const [mine, theirs] = [await openConsent(base, asked.url), await openConsent(base, asked.url)];
  const { scope } = await makePerson();
  const open = await openInteraction(mine.uid, mine.cookie);
  if (!open) return expect.unreachable();
  const outcome = await approveInteraction(scope, open);
  if (typeof outcome === "string") return expect.unreachable();
  const { path } = outcome;
  const first = (await goBack(base, path, mine)).headers.get("location") as string;
  const stolen = await goBack(base, path, theirs);
  expect(stolen.headers.get("location")).toMatch(/^\/oauth\/consent\//);
  const without = await goBack(base, path, { ...theirs, cookies: [] });
  expect([without.status, without.headers.get("location")]).toEqual([400, null]);
  expect(await decidedInteraction(mine.uid, theirs.cookie)).toBeNull();
  await redeem(base, asked, new URL(first));
});

it.each(["AuthorizationCode", "IssuedRedirect"])(
  "loses nothing if the database fails while it stores the %s",
  async (kind) => {
    const { asked, back, location } = await approved();
    const { upsert } = ObjectStore.prototype;
    const failing = vi.spyOn(ObjectStore.prototype, "upsert");
    failing.mockImplementation(function (this: ObjectStore, ...given) {
      if (this.kind !== kind) return upsert.apply(this, given);
      throw Object.assign(new Error("connection lost"), { code: "ECONNRESET" });
    });
    const failed = await back();
    failing.mockRestore();
    expect([failed.status, failed.headers.get("location")]).toEqual([503, null]);
    expect(await failed.text()).toContain("Nothing is lost");
    expect(await codesOf(asked)).toBe(0);
    await redeem(base, asked, new URL(await location()));
  },
);

it("ends when the bank links the account again", async () => {
  const { asked, back, location } = await approved();
  await location();
  const { bankUserId } = await accountOf(asked.accountId);
  await askForConsent(asked.bank, { bank_user_id: bankUserId });
  const ended = await back();
  expect([ended.status, ended.headers.get("location")]).toEqual([400, null]);
});

it("can be repeated after declining, and the same page can still be approved", async () => {
  const asked = await askForConsent();
  const consent = await openConsent(base, asked.url);
  const { scope } = await makePerson();
  const open = await openInteraction(consent.uid, consent.cookie);
  if (!open) return expect.unreachable();
  const path = await declineInteraction(open);
  const location = async () =>
    (await goBack(base, path, consent)).headers.get("location") as string;
  const declined = await location();
  expect(declined).toContain("error=access_denied");
  expect(await location()).toBe(declined);
  const again = await openInteraction(consent.uid, consent.cookie);
  if (!again) return expect.unreachable();
  await approveInteraction(scope, again);
  // The other button was pressed, too: the approval stands.
  await declineInteraction(again);
  await redeem(base, asked, new URL(await location()));
});
