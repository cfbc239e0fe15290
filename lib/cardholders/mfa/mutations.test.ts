import { describe, expect, it } from "vitest";
import { makeTotpSecret } from "#lib/auth/passwords/totp.ts";
import { db } from "#lib/database/prisma.ts";
import { decrypt, encrypt } from "#lib/encryption.ts";
import { env, rereadEnv } from "#lib/env.ts";
import {
  auditActions,
  emailsTo,
  enrollInMfa,
  forgetProof,
  makePerson,
  PASSWORD,
  randomAddress,
  rereadSession,
  signInAs,
} from "#test/sign-in.ts";
import { totpCodeAt } from "#test/totp.ts";
import { transaction } from "../../database/transaction.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { totpSecrets } from "./codes.ts";
import { beginEnrollment, confirmEnrollment, removeApp, renewRecoveryCodes } from "./mutations.ts";
import { listFactors, pendingEnrollment } from "./queries.ts";
import { stepUp } from "./step-up.ts";

const refusal = (code: string) => expect.objectContaining({ code });
const withCode = (email: string, code?: string) => signInAs(email, PASSWORD, code);

describe("turning the second factor on", () => {
  it("takes effect only once a code is entered", async () => {
    const person = await makePerson();
    await beginEnrollment(person.scope, PASSWORD);
    expect(await confirmEnrollment(person.scope, "000000")).toBeNull();
    await expect(withCode(person.email)).resolves.toBeTruthy();
    await enrollInMfa(person);
    await expect(withCode(person.email)).rejects.toEqual(refusal("MFA_REQUIRED"));
    expect(await auditActions(person.cardholderId)).toEqual(["mfa.add-app"]);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  it("requires the password first, with a limit on wrong ones", async () => {
    const person = await makePerson();
    for (let n = 0; n < 10; n++) {
      expect(await beginEnrollment(person.scope, "wrong")).toBe("wrong_password");
    }
    for (const password of ["wrong", PASSWORD]) {
      await expect(beginEnrollment(person.scope, password)).rejects.toEqual(
        refusal("RATE_LIMITED"),
      );
    }
    expect(await pendingEnrollment(person.scope)).toBeNull();
  });

  it("shows the same secret until it's confirmed, for up to 30 minutes", async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const begun = await beginEnrollment(person.scope, PASSWORD);
    expect(await pendingEnrollment(person.scope)).toMatchObject(begun as object);
    expect(await pendingEnrollment(stranger.scope)).toBeNull();
    const { secret } = begun as { secret: string };
    const where = { cardholderId: person.cardholderId };
    await db().totp.update({ where, data: { createdAt: new Date(Date.now() - 31 * 60_000) } });
    expect(await pendingEnrollment(person.scope)).toBeNull();
    expect(await confirmEnrollment(person.scope, totpCodeAt(secret, new Date()))).toBeNull();
    await enrollInMfa(person);
    expect(await pendingEnrollment(person.scope)).toBeNull();
  });

  it("stores the secret encrypted, and the recovery codes as hashes", async () => {
    const person = await makePerson();
    const { secret, recoveryCodes } = await enrollInMfa(person);
    const where = { cardholderId: person.cardholderId };
    const row = await db().totp.findUniqueOrThrow({ where });
    const encrypted = Buffer.from(row.encryptedSecret);
    expect(encrypted.includes(secret)).toBe(false);
    const place = `totp:${person.cardholderId}`;
    expect(decrypt(env().identitySecretsKeys, place, encrypted)).toBe(secret);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await db().recoveryCode.count({ where })).toBe(10);
  });

  it("doesn't replace a second factor that's already on", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    expect(await beginEnrollment(person.scope, PASSWORD)).toBe("on_already");
    expect(await pendingEnrollment(person.scope)).toBeNull();
    expect(await confirmEnrollment(person.scope, codeAt(0))).toBeNull();
  });
});

describe("signing in with a second factor", () => {
  it("requires a code only after the correct password", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    const wrong = signInAs(person.email, "another password entirely", codeAt(0));
    await expect(wrong).rejects.toEqual(refusal("INVALID_CREDENTIALS"));
    await expect(withCode(person.email, "")).rejects.toEqual(refusal("MFA_REQUIRED"));
    await expect(withCode(person.email, codeAt(0))).resolves.toBeTruthy();
  });

  it("accepts each code once, even under concurrency, and no earlier code", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    const code = codeAt(1);
    const both = await Promise.allSettled([
      withCode(person.email, code),
      withCode(person.email, code),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const used of [code, codeAt(0), codeAt(-1)]) {
      await expect(withCode(person.email, used)).rejects.toEqual(refusal("MFA_INVALID"));
    }
  });

  it("accepts a code with spaces, but no wrong code", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    for (const wrong of ["000000", codeAt(10), "x", "\0", "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"]) {
      await expect(withCode(person.email, wrong)).rejects.toEqual(refusal("MFA_INVALID"));
    }
    const code = codeAt(0);
    await expect(
      withCode(person.email, ` ${code.slice(0, 3)} ${code.slice(3)}`),
    ).resolves.toBeTruthy();
  });

  it("accepts codes in the digits of another keyboard, and with other dashes", async () => {
    const person = await makePerson();
    const { codeAt, recoveryCodes } = await enrollInMfa(person);
    const arabic = codeAt(0).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    await expect(
      withCode(person.email, `${arabic.slice(0, 3)}–${arabic.slice(3)}`),
    ).resolves.toBeTruthy();
    const wide = (recoveryCodes[0] as string)
      .replaceAll("-", " — ")
      .replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    await expect(withCode(person.email, wide)).resolves.toBeTruthy();
  });

  it("accepts each recovery code once, and notifies the owner", async () => {
    const person = await makePerson();
    const { recoveryCodes } = await enrollInMfa(person);
    const code = recoveryCodes[3] as string;
    await expect(
      withCode(person.email, code.toLowerCase().replaceAll("-", " ")),
    ).resolves.toBeTruthy();
    await expect(withCode(person.email, code)).rejects.toEqual(refusal("MFA_INVALID"));
    expect(await auditActions(person.cardholderId)).toEqual([
      "mfa.add-app",
      "mfa.use-recovery-code",
    ]);
    expect(await emailsTo(person.email)).toHaveLength(2);
  });

  it("counts a wrong code as a wrong attempt, but not a missing one", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    const from = { address: randomAddress(), userAgent: null };
    const attempt = (mfaCode?: string) =>
      signIn({ email: person.email, password: PASSWORD, mfaCode }, from).catch(
        (error) => error.code,
      );
    for (let n = 0; n < 12; n++) expect(await attempt()).toBe("MFA_REQUIRED");
    for (let n = 0; n < 10; n++) expect(await attempt("000000")).toBe("MFA_INVALID");
    expect(await attempt(codeAt(0))).toBe("RATE_LIMITED");
    expect(await attempt()).toBe("RATE_LIMITED");
  });
});

describe("managing the second factor", () => {
  it("replaces the recovery codes, and the earlier ones stop working", async () => {
    const person = await makePerson();
    expect(await renewRecoveryCodes(person.scope, PASSWORD)).toBe("off");
    const { recoveryCodes } = await enrollInMfa(person);
    expect(await renewRecoveryCodes(person.scope, "wrong")).toBe("wrong_password");
    const renewed = (await renewRecoveryCodes(person.scope, PASSWORD)) as string[];
    await expect(withCode(person.email, recoveryCodes[0])).rejects.toEqual(refusal("MFA_INVALID"));
    await expect(withCode(person.email, renewed[0])).resolves.toBeTruthy();
    expect((await listFactors(person.scope))?.codesLeft).toBe(9);
    expect(await auditActions(person.cardholderId)).toContain("mfa.renew-recovery-codes");
  });

  it("turns it off with the password, after a code", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    await forgetProof(person);
    await expect(removeApp(person.scope, PASSWORD)).rejects.toEqual(refusal("STEP_UP_REQUIRED"));
    expect(await stepUp(person.scope, "000000")).toBe(false);
    await expect(removeApp(person.scope, PASSWORD)).rejects.toEqual(refusal("STEP_UP_REQUIRED"));
    expect(await stepUp(person.scope, codeAt(0))).toBe(true);
    await rereadSession(person);
    expect(await removeApp(person.scope, "wrong")).toBe("wrong_password");
    expect(await removeApp(person.scope, PASSWORD)).toBe("removed");
    await expect(withCode(person.email)).resolves.toBeTruthy();
    expect(await auditActions(person.cardholderId)).toEqual([
      "mfa.add-app",
      "session.verify",
      "mfa.remove-app",
      "mfa.disable",
    ]);
    expect(await emailsTo(person.email)).toHaveLength(2);
    expect(await listFactors(person.scope)).toBeNull();
    expect(await db().recoveryCode.count({ where: { cardholderId: person.cardholderId } })).toBe(0);
    expect(await beginEnrollment(person.scope, PASSWORD)).toHaveProperty("secret");
  });

  it("can be re-encrypted with another key", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    const [before, stranger] = [process.env.IDENTITY_SECRETS_KEY, await makePerson()];
    const unknown = encrypt(
      [Buffer.alloc(32, 9)],
      `totp:${stranger.cardholderId}`,
      makeTotpSecret(),
    );
    const lost = { encryptedSecret: Uint8Array.from(unknown) };
    await db().totp.create({ data: { cardholderId: stranger.cardholderId, ...lost } });
    const fresh = Buffer.alloc(32, 7).toString("base64");
    try {
      process.env.IDENTITY_SECRETS_KEY = `${fresh},${before}`;
      rereadEnv();
      expect((await transaction((tx) => totpSecrets.reencrypt(tx))).unreadable).toContain(
        stranger.cardholderId,
      );
      process.env.IDENTITY_SECRETS_KEY = fresh;
      rereadEnv();
      await expect(withCode(person.email, codeAt(0))).resolves.toBeTruthy();
    } finally {
      process.env.IDENTITY_SECRETS_KEY = before;
      rereadEnv();
    }
    await db().totp.deleteMany();
  });
});
