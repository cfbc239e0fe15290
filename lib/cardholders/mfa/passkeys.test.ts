import { describe, expect, it, vi } from "vitest";
import { markVerified } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";
import { Authenticator, makerAttestation } from "#test/authenticator.ts";
import type { Cardholder } from "#test/factories.ts";
import { openSession } from "#test/open-session.ts";
import { enrollPasskey } from "#test/passkeys.ts";
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
import { getCardholderProfile } from "../profile/queries.ts";
import { secondStep, signInWithPasskey, signInWithSecondFactor } from "../sign-in/sign-in.ts";
import {
  addPasskey,
  beginPasskey,
  MAX_PASSKEYS,
  removeApp,
  removePasskey,
  setupPrompt,
} from "./mutations.ts";
import { type PasskeyPrompt, signInPrompt } from "./passkeys.ts";
import { listFactors } from "./queries.ts";
import { needsStepUp, stepUp, stepUpPrompt } from "./step-up.ts";

const refusal = (code: string) => expect.objectContaining({ code });
const client = () => ({ address: randomAddress(), userAgent: "Test/1" });

/** Signs in with the passkey alone. */
async function signIn(
  authenticator: Authenticator,
  claims: Parameters<Authenticator["get"]>[1] = {},
  prompt?: PasskeyPrompt,
) {
  const { options, challenge } = prompt ?? (await signInPrompt());
  return signInWithPasskey({ challenge, response: authenticator.get(options, claims) }, client());
}

const INVALID = refusal("INVALID_CREDENTIALS");

async function withPasskey(counter = 0) {
  const person = await makePerson();
  const enrolled = await enrollPasskey(person, new Authenticator(counter));
  return { ...person, ...enrolled, person };
}

async function beginSetup(person: Cardholder) {
  const begun = await beginPasskey(person.scope, PASSWORD);
  if (typeof begun === "string") throw new Error(begun);
  const prompt = await setupPrompt(person.scope, begun.setup);
  if (!prompt) throw new Error("no prompt");
  return { ...begun, ...prompt };
}

/** Tokens expire by this process's clock. */
async function minutesLater(minutes: number, then: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  try {
    await then();
  } finally {
    vi.useRealTimers();
  }
}

const passkeyIds = async ({ scope }: Cardholder) =>
  ((await listFactors(scope))?.passkeys ?? []).map(({ passkeyId }) => passkeyId);

describe("adding a passkey", () => {
  it("asks for one that finds its owner and verifies them", async () => {
    const person = await makePerson();
    const { options } = await beginSetup(person);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: person.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  it("takes effect at once, tells the owner, and comes with recovery codes", async () => {
    const { person, recoveryCodes, email, cardholderId } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(await listFactors(person.scope)).toMatchObject({
      appSince: null,
      codesLeft: 10,
      passkeys: [{ name: "Key", lastUsedAt: null, isSynced: false }],
    });
    expect((await getCardholderProfile(person.scope)).mfa_enabled).toBe(true);
    await expect(signInAs(email)).rejects.toEqual(refusal("MFA_REQUIRED"));
    expect(await signInAs(email, PASSWORD, recoveryCodes[0])).toMatchObject({ cardholderId });
    expect(await auditActions(cardholderId)).toEqual(["passkey.add", "mfa.use-recovery-code"]);
    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("You added a passkey"),
      expect.stringContaining("A recovery code was used"),
    ]);
    const stored = await db().passkey.findFirstOrThrow({ where: { cardholderId } });
    expect(stored.transports).toEqual(["internal"]);
  });

  it("takes the password, in its session only", async () => {
    const person = await makePerson();
    expect(await beginPasskey(person.scope, "wrong")).toBe("wrong_password");
    expect(await setupPrompt(person.scope, "no token")).toBeNull();
    const { setup, options, challenge } = await beginSetup(person);
    const other = await openSession(person.cardholderId);
    expect(await setupPrompt(other, setup)).toBeNull();
    const answer = { name: "Key", challenge, response: new Authenticator().create(options) };
    expect(await addPasskey(other, setup, answer)).toBe("expired");
    expect(await addPasskey(person.scope, setup, answer)).toHaveLength(10);
  });

  it("takes the password again after ten minutes", async () => {
    const person = await makePerson();
    const { setup } = await beginSetup(person);
    await minutesLater(9, async () => {
      expect(await setupPrompt(person.scope, setup)).toMatchObject({ options: {} });
    });
    await minutesLater(11, async () => {
      expect(await setupPrompt(person.scope, setup)).toBeNull();
      // A challenge that is new, so that only the setup has expired.
      const { setup: later, options, challenge } = await beginSetup(person);
      const answer = { name: "Key", challenge, response: new Authenticator().create(options) };
      expect(await addPasskey(person.scope, setup, answer)).toBe("expired");
      expect(await addPasskey(person.scope, later, answer)).toHaveLength(10);
    });
  });

  it("takes a new challenge after five minutes", async () => {
    const person = await makePerson();
    const { setup, options, challenge } = await beginSetup(person);
    const answer = { name: "Key", challenge, response: new Authenticator().create(options) };
    await minutesLater(6, async () => {
      expect(await addPasskey(person.scope, setup, answer)).toBe("expired");
    });
    expect(await addPasskey(person.scope, setup, answer)).toHaveLength(10);
  });

  it.each([
    ["another origin", { origin: "http://localhost:1" }],
    ["another site's frame", { crossOrigin: true }],
    ["another relying party", { rpId: "example.com" }],
    ["another challenge", { challenge: "AAAA" }],
    ["no user verification", { isVerified: false }],
    ["no presence", { isPresent: false }],
    ["an assertion", { type: "webauthn.get" }],
  ])("refuses a response with %s", async (_what, claims) => {
    const person = await makePerson();
    const { setup, options, challenge } = await beginSetup(person);
    const response = new Authenticator().create(options, claims);
    expect(await addPasskey(person.scope, setup, { name: "Key", challenge, response })).toBe(
      "refused",
    );
    expect(await listFactors(person.scope)).toBeNull();
  });

  it.each(["", "{}", "null", "[1]", "not JSON", '{"id":"a","rawId":"a","type":"public-key"}'])(
    "refuses %j",
    async (response) => {
      const person = await makePerson();
      const { setup, challenge } = await beginSetup(person);
      expect(await addPasskey(person.scope, setup, { name: "Key", challenge, response })).toBe(
        "refused",
      );
    },
  );

  it("refuses an attestation with a certificate, which nobody asked for", async () => {
    const person = await makePerson();
    const { setup, options, challenge } = await beginSetup(person);
    const response = new Authenticator().create(options, {}, await makerAttestation());
    expect(await addPasskey(person.scope, setup, { name: "Key", challenge, response })).toBe(
      "refused",
    );
  });

  it("uses its challenge once, in its session only, and each passkey has one owner", async () => {
    const { person, authenticator, setup, answer } = await withPasskey();
    const { options, challenge } = await beginSetup(person);
    expect(await addPasskey(person.scope, setup, { name: "Again", ...answer })).toBe("expired");
    const same = { name: "Same", challenge, response: authenticator.create(options) };
    expect(await addPasskey(person.scope, setup, same)).toBe("refused");

    const stranger = await makePerson();
    const theirs = await beginSetup(stranger);
    const response = new Authenticator().create(options);
    const crossed = { name: "Crossed", challenge, response };
    expect(await addPasskey(stranger.scope, theirs.setup, crossed)).toBe("expired");
    expect(await passkeyIds(person)).toHaveLength(1);
    expect(await listFactors(stranger.scope)).toBeNull();
  });

  it.each(["", "x".repeat(51), "a\nb", "a\0b", "\ud800"])("refuses the name %j", async (name) => {
    const person = await makePerson();
    const { setup, options, challenge } = await beginSetup(person);
    const response = new Authenticator().create(options);
    expect(await addPasskey(person.scope, setup, { name, challenge, response })).toBe(
      "invalid_name",
    );
  });

  it("allows ten per person, even under concurrency", async () => {
    const person = await makePerson();
    await enrollPasskey(person);
    const { setup } = await beginSetup(person);
    const outcomes = await Promise.all(
      Array.from({ length: MAX_PASSKEYS + 2 }, async () => {
        const { options, challenge } = (await setupPrompt(person.scope, setup)) as PasskeyPrompt;
        const response = new Authenticator().create(options);
        return addPasskey(person.scope, setup, { name: "Key", challenge, response });
      }),
    );
    expect(outcomes.filter((outcome) => outcome === "too_many")).toHaveLength(3);
    expect(await passkeyIds(person)).toHaveLength(MAX_PASSKEYS);
    // Only the first issued recovery codes: those that were shown stay valid.
    expect(outcomes.filter(Array.isArray).flat()).toEqual([]);
  });

  it("takes a recently proved second factor if there is one", async () => {
    const { person, setup } = await withPasskey();
    const { options, challenge } = await beginSetup(person);
    await forgetProof(person);
    const stepUp = refusal("STEP_UP_REQUIRED");
    await expect(beginPasskey(person.scope, PASSWORD)).rejects.toEqual(stepUp);
    const response = new Authenticator().create(options);
    const addition = addPasskey(person.scope, setup, { name: "Key", challenge, response });
    await expect(addition).rejects.toEqual(stepUp);
    await markVerified(person.scope, "passkey");
    await rereadSession(person);
    expect(await beginPasskey(person.scope, PASSWORD)).toEqual({ setup: expect.any(String) });
  });
});

describe("signing in with a passkey alone", () => {
  it("opens a session with a proved second factor", async () => {
    const { authenticator, cardholderId, person } = await withPasskey();
    const scope = await signIn(authenticator, { isSynced: true });
    if (typeof scope === "string") throw new Error(scope);
    expect(scope).toMatchObject({ cardholderId, isVerified: true });
    expect(await needsStepUp(scope)).toBe(false);
    const [passkey] = (await listFactors(person.scope))?.passkeys ?? [];
    expect(passkey?.isSynced).toBe(true);
    expect(Date.parse(passkey?.lastUsedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([
    ["another origin", { origin: "http://localhost:1" }],
    ["another site's frame", { crossOrigin: true }],
    ["another relying party", { rpId: "example.com" }],
    ["another challenge", { challenge: "AAAA" }],
    ["no user verification", { isVerified: false }],
    ["no presence", { isPresent: false }],
    ["a registration", { type: "webauthn.create" }],
    ["another owner", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["no owner", { userHandle: undefined }],
  ])("refuses a response with %s", async (_what, claims) => {
    const { authenticator, cardholderId } = await withPasskey();
    await expect(signIn(authenticator, claims)).rejects.toEqual(INVALID);
    expect(await signIn(authenticator)).toMatchObject({ cardholderId });
  });

  it("refuses an unknown passkey, a removed one, and one with another's ID", async () => {
    const { authenticator, person } = await withPasskey();
    await expect(signIn(new Authenticator())).rejects.toEqual(INVALID);
    const impostor = new Authenticator();
    Object.assign(impostor, {
      credentialId: authenticator.credentialId,
      userHandle: authenticator.userHandle,
    });
    await expect(signIn(impostor)).rejects.toEqual(INVALID);
    const [id] = await passkeyIds(person);
    expect(await removePasskey(person.scope, String(id), PASSWORD)).toBe("removed");
    await expect(signIn(authenticator)).rejects.toEqual(INVALID);
  });

  it("accepts an answer once, even under concurrency", async () => {
    const { authenticator } = await withPasskey();
    const { options, challenge } = await signInPrompt();
    const answer = { challenge, response: authenticator.get(options) };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => signInWithPasskey(answer, client())),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(signInWithPasskey(answer, client())).rejects.toEqual(INVALID);
  });

  it("accepts a challenge of the sign-in page only", async () => {
    const { authenticator, person } = await withPasskey();
    const prompt = await stepUpPrompt(person.scope);
    expect(await signIn(authenticator, {}, prompt as PasskeyPrompt)).toBe("expired");
    const { options } = await signInPrompt();
    for (const challenge of ["", "no token"]) {
      expect(await signIn(authenticator, {}, { options, challenge })).toBe("expired");
    }
  });
});

describe("a passkey that counts its signatures", () => {
  it("is refused if a copy was used before it, or is used after it, and the owner is told", async () => {
    const { authenticator, cardholderId, email } = await withPasskey(5);
    const copy = authenticator.clone();
    expect(await signIn(authenticator)).toMatchObject({ cardholderId });
    expect(await signIn(authenticator)).toMatchObject({ cardholderId });
    await expect(signIn(copy)).rejects.toEqual(INVALID);
    await expect(signIn(copy)).rejects.toEqual(INVALID);
    expect(await auditActions(cardholderId)).toEqual([
      "passkey.add",
      "passkey.refuse-copy",
      "passkey.refuse-copy",
    ]);
    expect((await emailsTo(email)).at(-1)?.subject).toContain("We refused a copy of your passkey");
    expect(await signIn(copy)).toMatchObject({ cardholderId });
    await expect(signIn(authenticator)).rejects.toEqual(INVALID);
  });

  it("is refused once it stops counting", async () => {
    const { authenticator } = await withPasskey(5);
    authenticator.counter = 0;
    await expect(signIn(authenticator)).rejects.toEqual(INVALID);
  });

  it("is accepted once per count, even under concurrency", async () => {
    const { authenticator } = await withPasskey(5);
    const copy = authenticator.clone();
    const outcomes = await Promise.allSettled([signIn(authenticator), signIn(copy)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("a passkey after the password", () => {
  /** Enters the password. */
  async function begin(email: string) {
    const { proof } = await signInAs(email).catch((error) => error);
    const { prompt, hasApp } = (await secondStep(proof)) ?? {};
    return { proof: proof as string, prompt, hasApp };
  }

  const answerTo = (prompt: PasskeyPrompt | null | undefined, authenticator: Authenticator) => ({
    challenge: prompt?.challenge ?? "",
    response: authenticator.get(prompt?.options ?? {}),
  });

  it("signs in, with a session whose second factor is proved", async () => {
    const { email, authenticator, cardholderId } = await withPasskey();
    const { proof, prompt, hasApp } = await begin(email);
    expect(hasApp).toBe(false);
    expect(prompt?.options).toMatchObject({
      allowCredentials: [{ transports: ["internal"] }],
      userVerification: "required",
    });
    const scope = await signInWithSecondFactor(proof, answerTo(prompt, authenticator), client());
    expect(scope).toMatchObject({ cardholderId, isVerified: true });
  });

  it("refuses another person's passkey, and an answer to another sign-in", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const [first, second] = [await begin(one.email), await begin(one.email)];
    const theirs = answerTo(first.prompt, other.authenticator);
    const invalid = refusal("MFA_INVALID");
    await expect(signInWithSecondFactor(first.proof, theirs, client())).rejects.toEqual(invalid);
    const crossed = answerTo(first.prompt, one.authenticator);
    expect(await signInWithSecondFactor(second.proof, crossed, client())).toBe("expired");
    const { cardholderId } = one;
    expect(await signInWithSecondFactor(first.proof, crossed, client())).toMatchObject({
      cardholderId,
    });
    const replayed = signInWithSecondFactor(first.proof, crossed, client());
    await expect(replayed).rejects.toEqual(invalid);
  });

  it("counts wrong answers like wrong codes, but a right one is always accepted", async () => {
    const { email, authenticator, cardholderId } = await withPasskey();
    const { proof, prompt } = await begin(email);
    const wrong = answerTo(prompt, new Authenticator());
    for (let n = 0; n < 10; n++) {
      const attempt = signInWithSecondFactor(proof, wrong, client());
      await expect(attempt).rejects.toEqual(refusal("MFA_INVALID"));
    }
    const limited = signInWithSecondFactor(proof, wrong, client());
    await expect(limited).rejects.toEqual(refusal("RATE_LIMITED"));
    expect(await auditActions(cardholderId)).toContain("mfa.throttle");
    const right = answerTo(prompt, authenticator);
    const scope = await signInWithSecondFactor(proof, right, client());
    expect(scope).toMatchObject({ cardholderId });
  });

  it("needs the password, and not only something that looks like its proof", async () => {
    const { authenticator } = await withPasskey();
    const answer = answerTo(await signInPrompt(), authenticator);
    await expect(signInWithSecondFactor("no proof", answer, client())).rejects.toEqual(INVALID);
    expect(await secondStep("no proof")).toBeNull();
  });
});

describe("proving a passkey again", () => {
  it("is good for ten minutes, in its session only", async () => {
    const { person, authenticator, cardholderId } = await withPasskey();
    const other = await openSession(cardholderId);
    await forgetProof(person);
    expect(await needsStepUp(person.scope)).toBe(true);
    const prompt = (await stepUpPrompt(person.scope)) as PasskeyPrompt;
    const answer = { ...prompt, response: authenticator.get(prompt.options) };
    expect(await stepUp(other, answer)).toBe("expired");
    expect(await stepUp(person.scope, answer)).toBe(true);
    expect(await stepUp(person.scope, answer)).toBe(false);
    await rereadSession(person);
    expect(await needsStepUp(person.scope)).toBe(false);
    expect(await needsStepUp(other)).toBe(true);
    expect(await auditActions(cardholderId)).toEqual(["passkey.add", "session.verify"]);
    await forgetProof(person);
    expect(await needsStepUp(person.scope)).toBe(true);
  });

  it("isn't needed by someone without a second factor", async () => {
    const person = await makePerson();
    expect(await needsStepUp(person.scope)).toBe(false);
    expect(await stepUpPrompt(person.scope)).toBeNull();
  });
});

describe("removing a passkey", () => {
  it("takes the password and a recently proved second factor", async () => {
    const { person } = await withPasskey();
    const [id = ""] = await passkeyIds(person);
    expect(await removePasskey(person.scope, id, "wrong")).toBe("wrong_password");
    await forgetProof(person);
    const attempt = removePasskey(person.scope, id, PASSWORD);
    await expect(attempt).rejects.toEqual(refusal("STEP_UP_REQUIRED"));
    expect(await passkeyIds(person)).toHaveLength(1);
  });

  it("deletes the recovery codes with the last factor only", async () => {
    const { person, cardholderId, email } = await withPasskey();
    await enrollPasskey(person);
    await enrollInMfa(person);
    const [first = "", second = ""] = await passkeyIds(person);
    const remove = (id: string) => removePasskey(person.scope, id, PASSWORD);
    expect(await remove(first)).toBe("removed");
    expect(await remove(first)).toBe("gone");
    expect(await removeApp(person.scope, PASSWORD)).toBe("removed");
    expect((await listFactors(person.scope))?.codesLeft).toBe(10);
    expect(await remove(second)).toBe("removed");
    expect(await listFactors(person.scope)).toBeNull();
    expect(await db().recoveryCode.count({ where: { cardholderId } })).toBe(0);
    const verified = { cardholderId, verifiedAt: { not: null } };
    expect(await db().sessionFamily.count({ where: verified })).toBe(0);
    expect(await signInAs(email)).toMatchObject({ cardholderId });
    expect((await auditActions(cardholderId)).slice(3)).toEqual([
      "passkey.remove",
      "mfa.remove-app",
      "passkey.remove",
      "mfa.disable",
    ]);
    expect((await emailsTo(email)).slice(3).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("You removed a passkey"),
      expect.stringContaining("You removed your authenticator app"),
      expect.stringContaining("Two-step sign-in is off"),
    ]);
  });

  it("removes nobody else's", async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const [id = ""] = await passkeyIds(other.person);
    for (const wrong of [id, "", "x", "\0"]) {
      expect(await removePasskey(one.person.scope, wrong, PASSWORD)).toBe("gone");
    }
    expect(await passkeyIds(other.person)).toEqual([id]);
  });
});
