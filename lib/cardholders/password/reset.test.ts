import { describe, expect, it } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { cardholderScopeOf } from "#lib/auth/sessions.ts";
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
import { isLinkValid, MAX_REFUSED, requestPasswordReset, stateOfLink } from "./links.ts";
import { resetPassword as reset } from "./reset.ts";

const resetPassword = (request: Parameters<typeof reset>[0]) => reset(request, acceptAllLinks);

const NEXT = "the heron stands in the reeds";
const refusing = (code: string) => expect.objectContaining({ code });

async function ask(email: string, address = randomAddress()): Promise<void> {
  expect(await requestPasswordReset(email, { address })).toEqual({});
  await sendRequestedLinks();
}

/** The tokens of the links that were emailed to someone, oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  const texts = (await emailsTo(email)).map(({ text }) => text);
  return texts.flatMap((text) => /\/set-password\?token=(prs_[\w-]{43})/.exec(text)?.[1] ?? []);
}

async function linkFor(email: string): Promise<string> {
  await ask(email);
  return (await tokensOf(email)).at(-1) as string;
}

it("a link stays as it was if its password could not be hashed", async () => {
  const { email } = await makePerson();
  const token = await linkFor(email);
  const empty = fillHashingQueue();
  for (let n = 0; n <= MAX_REFUSED; n++) {
    const refused = resetPassword({ token, new_password: NEXT });
    await expect(refused).rejects.toEqual(refusing("SERVICE_UNAVAILABLE"));
  }
  await empty();
  await resetPassword({ token, new_password: NEXT });
  await signInAs(email, NEXT);
});

describe("requesting a link", () => {
  it("sends one to a known address in any case, and nothing to an unknown one", async () => {
    const { email, cardholderId } = await makePerson();
    await ask(email.toUpperCase());
    await ask(`nobody.${email}`);
    expect(await tokensOf(email)).toHaveLength(1);
    expect(await emailsTo(`nobody.${email}`)).toEqual([]);
    const rows = await db().resetToken.findMany({ where: { cardholderId } });
    const minutes = ((rows[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(await auditActions(cardholderId)).toEqual(["password.request-link"]);
  });

  it("is refused after twenty from one network, known or not", async () => {
    const { email } = await makePerson();
    const address = randomAddress();
    for (let n = 0; n < 20; n++) await ask(`${n}.${email}`, address);
    await expect(ask(email, address)).rejects.toEqual(refusing("RATE_LIMITED"));
    await expect(ask(`nobody.${email}`, address)).rejects.toEqual(refusing("RATE_LIMITED"));
    await ask(email);
  });
});

describe("a link", () => {
  it("sets the password once, ends every session, and signs nobody in", async () => {
    const { email, scope, cardholderId } = await makePerson();
    const token = await linkFor(email);
    expect(await resetPassword({ token, new_password: NEXT })).toEqual({});
    expect(await cardholderScopeOf(scope)).toBeNull();
    expect(await db().sessionFamily.count({ where: { cardholderId, revokedAt: null } })).toBe(0);
    await expect(signInAs(email)).rejects.toEqual(refusing("INVALID_CREDENTIALS"));
    await expect(signInAs(email, NEXT)).resolves.toBeTruthy();
    await expect(resetPassword({ token, new_password: PASSWORD })).rejects.toEqual(
      refusing("RESET_TOKEN_INVALID"),
    );
    expect(await auditActions(cardholderId)).toEqual(["password.request-link", "password.change"]);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  it("sets the first password of a person whom a bank has linked", async () => {
    const { email, cardholderId } = await makePerson(null);
    await resetPassword({ token: await linkFor(email), new_password: NEXT });
    await expect(signInAs(email, NEXT)).resolves.toBeTruthy();
    expect(await auditActions(cardholderId)).toEqual(["password.request-link", "password.set"]);
  });

  it("does not bypass the second factor", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    await resetPassword({ token: await linkFor(person.email), new_password: NEXT });
    await expect(signInAs(person.email, NEXT)).rejects.toEqual(refusing("MFA_REQUIRED"));
    await expect(signInAs(person.email, NEXT, codeAt(0))).resolves.toBeTruthy();
  });

  it("is invalid after half an hour, or if made up", async () => {
    const { email, cardholderId } = await makePerson();
    const [first, second] = [await linkFor(email), await linkFor(email)];
    await db().resetToken.updateMany({
      where: { cardholderId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    for (const token of [first, second, "", "\0", `prs_${"A".repeat(43)}`]) {
      await expect(resetPassword({ token, new_password: NEXT })).rejects.toEqual(
        refusing("RESET_TOKEN_INVALID"),
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

  it("expires after five refused passwords, also under concurrency", async () => {
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
      refusing("RESET_TOKEN_INVALID"),
    );
    await resetPassword({ token: await linkFor(email), new_password: NEXT });
  });

  it("reveals no name that a bank has given for its owner", async () => {
    const { email, bank } = await makePerson();
    const name = "Zebra Lantern Quartz";
    for (const bankScope of [bank.scope, (await makeBank()).scope]) {
      await linkAccount(bankScope, { ...linkBody(), email, display_name: name });
    }
    const token = await linkFor(email);
    await resetPassword({ token, new_password: name.replaceAll(" ", "") });
  });

  it("refuses a password made of the name that its owner has chosen", async () => {
    const { email, cardholderId: id } = await makePerson();
    await db().cardholder.update({ where: { id }, data: { displayName: "Zebra Lantern Quartz" } });
    const token = await linkFor(email);
    await expect(resetPassword({ token, new_password: "ZebraLanternQuartz" })).rejects.toEqual(
      expect.objectContaining({ name: "InvalidInput" }),
    );
  });

  it("does not count passwords that are too short or too long, and says what does", async () => {
    const { email } = await makePerson();
    const token = await linkFor(email);
    for (let n = 0; n < 8; n++) {
      await expect(
        resetPassword({ token, new_password: n % 2 ? "short" : "x".repeat(200) }),
      ).rejects.toMatchObject({ name: "InvalidInput" });
    }
    expect((await stateOfLink(token)).triesLeft).toBe(5);
    expect((await emailsTo(email)).at(-1)?.text).toMatch(/stops working after 5 passwords/);
    for (let left = 4; left >= 0; left--) {
      await expect(resetPassword({ token, new_password: email })).rejects.toBeTruthy();
      expect((await stateOfLink(token)).triesLeft).toBe(left);
    }
    expect((await stateOfLink(token)).cardholderId).not.toBeNull();
    await expect(resetPassword({ token, new_password: "short" })).rejects.toEqual(
      refusing("RESET_TOKEN_INVALID"),
    );
  });

  it("refuses a first password made of the name that the profile will show", async () => {
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
