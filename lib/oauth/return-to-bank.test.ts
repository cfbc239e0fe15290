/** The return to the bank, which the page offers twice: automatically, and with a button. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "#lib/database/prisma.ts";
import {
  advanceTime,
  goBack,
  type LinkAttempt,
  openConsent,
  redeem,
  requestLink,
  restoreClock,
  serveAuthorization,
} from "#test/oauth.ts";
import { makePerson } from "#test/sign-in.ts";
import {
  approveInteraction,
  declineInteraction,
  findDecidedInteraction,
  findOpenInteraction,
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
const codesOf = ({ accountId }: LinkAttempt) =>
  db().oauthObject.count({ where: { link: { accountId }, kind: "AuthorizationCode" } });

/** Approved, but not yet returned to the bank. */
async function approved() {
  const request = await requestLink();
  const consent = await openConsent(base, request.url);
  const { scope } = await makePerson();
  const open = await findOpenInteraction(consent.uid, consent.cookie);
  if (!open) return expect.unreachable();
  const result = await approveInteraction(scope, open);
  if (typeof result === "string") return expect.unreachable();
  const back = () => goBack(base, result.path, consent);
  const location = async () => (await back()).headers.get("location") as string;
  return { request, consent, back, location, path: result.path };
}

it("can be repeated, even concurrently, and always leads to the same code", async () => {
  const { request, location } = await approved();
  const first = await location();
  const others = await Promise.all(Array.from({ length: 10 }, location));
  expect(new Set([first, ...others])).toEqual(new Set([first]));
  expect(await codesOf(request)).toBe(1);
  await redeem(base, request, new URL(first));
});

it("issues one code if it starts several times concurrently", async () => {
  const { request, location } = await approved();
  const all = new Set(await Promise.all(Array.from({ length: 10 }, location)));
  expect(all.size).toBe(1);
  expect(await codesOf(request)).toBe(1);
  for (const one of all) await redeem(base, request, new URL(one));
});

it.each([31, 62, 25 * 60])(
  "issues a new code after %i seconds, and revokes the old one",
  async (seconds) => {
    const { request, location } = await approved();
    const first = await location();
    await advanceTime(request, seconds);
    const second = await location();
    expect(second).toContain("code=oac_");
    expect(second).not.toBe(first);
    expect(await codesOf(request)).toBe(1);
    await expect(redeem(base, request, new URL(first))).rejects.toMatchObject({
      error: "invalid_grant",
    });
    await redeem(base, request, new URL(second));
    expect(await accountOf(request.accountId)).toMatchObject({ status: "active" });
  },
);

it("leads to a new code after the bank has let the old one expire", async () => {
  const { request, location } = await approved();
  const late = new URL(await location());
  await advanceTime(request, 62);
  await expect(redeem(base, request, late)).rejects.toMatchObject({ error: "invalid_grant" });
  await redeem(base, request, new URL(await location()));
});

it("can start long after the approval", async () => {
  const { request, location } = await approved();
  await advanceTime(request, 29 * 60);
  await redeem(base, request, new URL(await location()));
});

it("leads to our own page once the bank has redeemed the code", async () => {
  const { request, consent, back, location } = await approved();
  await redeem(base, request, new URL(await location()));
  const again = await back();
  expect(again.status).toBe(303);
  expect(again.headers.get("location")).toBe(`/oauth/consent/${consent.uid}/back`);
  const decided = await findDecidedInteraction(consent.uid, consent.cookie);
  expect(decided).toMatchObject({ isApproved: true, isRedeemed: true });
  expect(await codesOf(request)).toBe(1);
});

it("is closed to other browsers, which don't revoke its code either", async () => {
  const request = await requestLink();
  const mine = await openConsent(base, request.url);
  const theirs = await openConsent(base, request.url);
  const { scope } = await makePerson();
  const open = await findOpenInteraction(mine.uid, mine.cookie);
  if (!open) return expect.unreachable();
  const result = await approveInteraction(scope, open);
  if (typeof result === "string") return expect.unreachable();
  const { path } = result;
  const first = (await goBack(base, path, mine)).headers.get("location") as string;
  const stolen = await goBack(base, path, theirs);
  expect(stolen.headers.get("location")).toMatch(/^\/oauth\/consent\//);
  const without = await goBack(base, path, { ...theirs, cookies: [] });
  expect([without.status, without.headers.get("location")]).toEqual([400, null]);
  expect(await findDecidedInteraction(mine.uid, theirs.cookie)).toBeNull();
  await redeem(base, request, new URL(first));
});

it.each(["AuthorizationCode", "IssuedRedirect"])(
  "loses nothing if the database fails while it stores the %s",
  async (kind) => {
    const { request, back, location } = await approved();
    const { upsert } = ObjectStore.prototype;
    const failing = vi.spyOn(ObjectStore.prototype, "upsert");
    failing.mockImplementation(function (this: ObjectStore, ...args) {
      if (this.kind !== kind) return upsert.apply(this, args);
      throw Object.assign(new Error("connection lost"), { code: "ECONNRESET" });
    });
    const failed = await back();
    failing.mockRestore();
    expect([failed.status, failed.headers.get("location")]).toEqual([503, null]);
    expect(await failed.text()).toContain("Nothing is lost");
    expect(await codesOf(request)).toBe(0);
    await redeem(base, request, new URL(await location()));
  },
);

it("ends when the bank links the account again", async () => {
  const { request, back, location } = await approved();
  await location();
  const { bankUserId } = await accountOf(request.accountId);
  await requestLink(request.bank, { bank_user_id: bankUserId });
  const ended = await back();
  expect([ended.status, ended.headers.get("location")]).toEqual([400, null]);
});

it("can be repeated after declining, and the same page can still be approved", async () => {
  const request = await requestLink();
  const consent = await openConsent(base, request.url);
  const { scope } = await makePerson();
  const open = await findOpenInteraction(consent.uid, consent.cookie);
  if (!open) return expect.unreachable();
  const path = await declineInteraction(open);
  const location = async () =>
    (await goBack(base, path, consent)).headers.get("location") as string;
  const declined = await location();
  expect(declined).toContain("error=access_denied");
  expect(await location()).toBe(declined);
  const again = await findOpenInteraction(consent.uid, consent.cookie);
  if (!again) return expect.unreachable();
  await approveInteraction(scope, again);
  // The other button was pressed, too. The approval stands.
  await declineInteraction(again);
  await redeem(base, request, new URL(await location()));
});
