import { describe, expect, it } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { sessionScopeOf } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";
import { linkBody, makeBank } from "#test/factories.ts";
import {
  auditActions,
  emailsTo,
  enrollInMfa,
  fillHashingQueue,
  makePerson,
  PASSWORD,
  randomAddress,
  sendRequestedLinks,
  signInAs,
} from "#test/sign-in.ts";
import {
  isLinkValid,
  MAX_REFUSED_PASSWORDS,
  readLinkState,
  requestPasswordReset,
} from "./links.ts";
import { resetPassword as reset } from "./reset.ts";

const resetPassword = (request: Parameters<typeof reset>[0]) => reset(request, acceptAllLinks);

const NEXT = "the heron stands in the reeds";
const refusal = (code: string) => expect.objectContaining({ code });

async function requestLink(email: string, address = randomAddress()): Promise<void> {
  expect(await requestPasswordReset(email, { address })).toEqual({});
  await sendRequestedLinks();
}

/** The tokens of the links that were emailed to someone, oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  const texts = (await emailsTo(email)).map(({ text }) => text);
  return texts.flatMap((text) => /\/set-password\?token=(prs_[\w-]{43})/.exec(text)?.[1] ?? []);
}

async function linkFor(email: string): Promise<string> {
  await requestLink(email);
  return (await tokensOf(email)).at(-1) as string;
}

it("a link isn't used up if its password can't be hashed", async () => {
  const { email } = await makePerson();
  const token = await linkFor(email);
  const freeQueue = fillHashingQueue();
  for (let n = 0; n <= MAX_REFUSED_PASSWORDS; n++) {
    const refused = resetPassword({ token, new_password: NEXT });
    await expect(refused).rejects.toEqual(refusal("SERVICE_UNAVAILABLE"));
  }
  await freeQueue();
  await resetPassword({ token, new_password: NEXT });
  await signInAs(email, NEXT);
});

describe("requesting a link", () => {
  it("emails a known address, regardless of letter case, and no unknown one", async () => {
    const { email, cardholderId } = await makePerson();
    await requestLink(email.toUpperCase());
    await requestLink(`nobody.${email}`);
    expect(await tokensOf(email)).toHaveLength(1);
    expect(await emailsTo(`nobody.${email}`)).toEqual([]);
    const rows = await db().resetToken.findMany({ where: { cardholderId } });
    const minutes = ((rows[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(await auditActions(cardholderId)).toEqual(["password.request-link"]);
  });

  it("is refused after twenty from one network, for known and unknown addresses", async () => {
    const { email } = await makePerson();
    const address = randomAddress();
    for (let n = 0; n < 20; n++) await requestLink(`${n}.${email}`, address);
    await expect(requestLink(email, address)).rejects.toEqual(refusal("RATE_LIMITED"));
    await expect(requestLink(`nobody.${email}`, address)).rejects.toEqual(refusal("RATE_LIMITED"));
    await requestLink(email);
  });
});

describe("a link", () => {
  it("sets the password once, ends every session, and doesn't sign anyone in", async () => {
    const { email, scope, cardholderId } = await makePerson();
    const token = await linkFor(email);
    expect(await resetPassword({ token, new_password: NEXT })).toEqual({});
    expect(await sessionScopeOf(scope)).toBeNull();
    expect(await db().sessionFamily.count({ where: { cardholderId, revokedAt: null } })).toBe(0);
    await expect(signInAs(email)).rejects.toEqual(refusal("INVALID_CREDENTIALS"));
    await expect(signInAs(email, NEXT)).resolves.toBeTruthy();
    await expect(resetPassword({ token, new_password: PASSWORD })).rejects.toEqual(
      refusal("RESET_TOKEN_INVALID"),
    );
    expect(await auditActions(cardholderId)).toEqual(["password.request-link", "password.change"]);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  it("sets the first password of a person linked by a bank", async () => {
    const { email, cardholderId } = await makePerson(null);
    await resetPassword({ token: await linkFor(email), new_password: NEXT });
    await expect(signInAs(email, NEXT)).resolves.toBeTruthy();
    expect(await auditActions(cardholderId)).toEqual(["password.request-link", "password.set"]);
  });

  it("takes the name of a link that its owner accepts, and none of another", async () => {
    const [accepting, declining] = [await makePerson(null), await makePerson(null)];
    for (const { accountId: id } of [accepting, declining]) {
      await db().account.update({ where: { id }, data: { acceptedAt: null } });
    }
    const setWith = async ({ email }: { email: string }, onVerified: Parameters<typeof reset>[1]) =>
      reset({ token: await linkFor(email), new_password: NEXT }, onVerified);
    await setWith(accepting, acceptAllLinks);
    await setWith(declining, async () => {});
    const nameOf = async ({ cardholderId: id }: { cardholderId: string }) =>
      (await db().cardholder.findUniqueOrThrow({ where: { id } })).displayName;
    expect(await nameOf(accepting)).toBe("Pat Sample");
    expect(await nameOf(declining)).toBeNull();
  });

  it("doesn't bypass the second factor", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    await resetPassword({ token: await linkFor(person.email), new_password: NEXT });
    await expect(signInAs(person.email, NEXT)).rejects.toEqual(refusal("MFA_REQUIRED"));
    await expect(signInAs(person.email, NEXT, codeAt(0))).resolves.toBeTruthy();
  });

  it("is invalid after 30 minutes, or if never issued", async () => {
    const { email, cardholderId } = await makePerson();
    const [first, second] = [await linkFor(email), await linkFor(email)];
    await db().resetToken.updateMany({
      where: { cardholderId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    for (const token of [first, second, "", "\0", `prs_${"A".repeat(43)}`]) {
      await expect(resetPassword({ token, new_password: NEXT })).rejects.toEqual(
        refusal("RESET_TOKEN_INVALID"),
      );
    }
  });

  it("can be opened without being used up", async () => {
    const { email, cardholderId } = await makePerson();
    const token = await linkFor(email);
    for (let n = 0; n < 3; n++) expect(await isLinkValid(token)).toBe(true);
    await resetPassword({ token, new_password: NEXT });
    expect(await isLinkValid(token)).toBe(false);

    const late = await linkFor(email);
    const expiresAt = new Date(Date.now() - 1);
    await db().resetToken.updateMany({ where: { cardholderId }, data: { expiresAt } });
    for (const bad of [late, "", "\0", `prs_${"A".repeat(43)}`]) {
      expect(await isLinkValid(bad)).toBe(false);
    }
  });

  it("stops working after five refused passwords, even under concurrency", async () => {
    const { email } = await makePerson();
    const token = await linkFor(email);
    const tries = Array.from({ length: 20 }, () =>
      resetPassword({ token, new_password: email }).catch((error) => error.code ?? error.name),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === "InvalidInput")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "RESET_TOKEN_INVALID")).toHaveLength(15);
    expect(await isLinkValid(token)).toBe(false);
    await expect(resetPassword({ token, new_password: NEXT })).rejects.toEqual(
      refusal("RESET_TOKEN_INVALID"),
    );
    await resetPassword({ token: await linkFor(email), new_password: NEXT });
  });

  it("doesn't reveal a name that a bank provided for its owner", async () => {
    const { email, bank } = await makePerson();
    const name = "Zebra Lantern Quartz";
    for (const bankScope of [bank.scope, (await makeBank()).scope]) {
      await linkAccount(bankScope, { ...linkBody(), email, display_name: name });
    }
    const token = await linkFor(email);
    await resetPassword({ token, new_password: name.replaceAll(" ", "") });
  });

  it("refuses a password based on the name its owner chose", async () => {
    const { email, cardholderId: id } = await makePerson();
    await db().cardholder.update({ where: { id }, data: { displayName: "Zebra Lantern Quartz" } });
    const token = await linkFor(email);
    await expect(resetPassword({ token, new_password: "ZebraLanternQuartz" })).rejects.toEqual(
      expect.objectContaining({ name: "InvalidInput" }),
    );
  });

  it("doesn't count passwords that are too short or too long, and the email states the limit", async () => {
    const { email } = await makePerson();
    const token = await linkFor(email);
    for (let n = 0; n < 8; n++) {
      await expect(
        resetPassword({ token, new_password: n % 2 ? "short" : "x".repeat(200) }),
      ).rejects.toMatchObject({ name: "InvalidInput" });
    }
    expect((await readLinkState(token)).triesLeft).toBe(5);
    expect((await emailsTo(email)).at(-1)?.text).toMatch(/stops working after 5 passwords/);
    for (let left = 4; left >= 0; left--) {
      await expect(resetPassword({ token, new_password: email })).rejects.toBeTruthy();
      expect((await readLinkState(token)).triesLeft).toBe(left);
    }
    expect((await readLinkState(token)).cardholderId).not.toBeNull();
    await expect(resetPassword({ token, new_password: "short" })).rejects.toEqual(
      refusal("RESET_TOKEN_INVALID"),
    );
  });

  it("refuses a first password based on the name that the profile will show", async () => {
    const { email, accountId } = await makePerson(null);
    const data = { displayName: "Zebra Lantern Quartz" };
    await db().account.update({ where: { id: accountId }, data });
    const token = await linkFor(email);
    for (const new_password of ["ZebraLanternQuartz", "quartz LANTERN zebra 2026"]) {
      await expect(resetPassword({ token, new_password })).rejects.toMatchObject({
        name: "InvalidInput",
      });
    }
  });

  it("stays valid after a refused password", async () => {
    const { email } = await makePerson();
    const token = await linkFor(email);
    await expect(resetPassword({ token, new_password: email })).rejects.toEqual(
      expect.objectContaining({
        violations: [
          expect.objectContaining({ loc: ["body", "new_password"], type: "value_error" }),
        ],
      }),
    );
    await resetPassword({ token, new_password: NEXT });
  });

  it("sets one password when two requests use it concurrently", async () => {
    const { email } = await makePerson();
    const token = await linkFor(email);
    const both = await Promise.allSettled([
      resetPassword({ token, new_password: NEXT }),
      resetPassword({ token, new_password: `${NEXT} and waits` }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
