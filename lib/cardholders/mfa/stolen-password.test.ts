/** What someone who knows only the password of a person without a second factor can't do with it. */
import { describe, expect, it } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { switchContext } from "#lib/auth/contexts.ts";
import { db } from "#lib/database/prisma.ts";
import { acceptInvitation, invite, SecondFactorRequired } from "#lib/staff/invitations.ts";
import { Authenticator } from "#test/authenticator.ts";
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
  resetToken,
  signInAs,
} from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant, openStaffSession } from "#test/staff.ts";
import { totpCodeAt } from "#test/totp.ts";
import { changePassword } from "../password/change.ts";
import { resetPassword } from "../password/reset.ts";
import { secondStep, signInWithPasskey, signInWithSecondFactor } from "../sign-in/sign-in.ts";
import { logIn } from "../sign-in/tokens.ts";
import {
  addPasskey,
  beginEnrollment,
  beginPasskey,
  confirmEnrollment,
  removeApp,
  removePasskey,
  setupPrompt,
} from "./mutations.ts";
import { signInPrompt } from "./passkeys.ts";
import { listFactors, pendingEnrollment, readUndoable } from "./queries.ts";
import { stepUp } from "./step-up.ts";

const NEXT = "the heron stands in the reeds";
const client = () => ({ address: randomAddress(), userAgent: "Test/1" });
const refusal = (code: string) => expect.objectContaining({ code });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** The owner sets a new password with an emailed link. */
async function reset({ email }: { email: string }, options = {}) {
  const token = await resetToken(email);
  await resetPassword({ token, new_password: NEXT }, acceptAllLinks, options);
}

async function signInAlone(authenticator: Authenticator) {
  const { options, challenge } = await signInPrompt();
  return signInWithPasskey({ challenge, response: authenticator.get(options) }, client());
}

/** Enters a password, and then a passkey. */
async function beginSecondStep(email: string, password: string, authenticator: Authenticator) {
  const { proof } = await signInAs(email, password).catch((error) => error);
  const { prompt } = (await secondStep(proof)) ?? {};
  const response = authenticator.get(prompt?.options ?? {});
  const answer = { challenge: prompt?.challenge ?? "", response };
  return () => signInWithSecondFactor(proof, answer, client());
}

/** Begins to add a passkey. @returns what adds it */
async function beginAddition({ scope }: Cardholder, password = PASSWORD) {
  const begun = await beginPasskey(scope, password);
  if (typeof begun === "string") throw new Error(begun);
  const prompt = await setupPrompt(scope, begun.setup);
  const response = new Authenticator().create(prompt?.options ?? {});
  const answer = { name: "Key", challenge: prompt?.challenge ?? "", response };
  return () => addPasskey(scope, begun.setup, answer);
}

const setCardholder = ({ cardholderId: id }: Cardholder, data: object) =>
  db().cardholder.update({ where: { id }, data });

async function makeStaff() {
  const person = await makePerson();
  const school = await makeSchoolTenant();
  const { membershipId } = await makeMember(school, "admin", person);
  return Object.assign(person, { membershipId, context: `school:${school.schoolId}` as const });
}

describe("a passkey that was there when its owner set a new password with a link", () => {
  it("signs in alone again once it has completed a sign-in with that password", async () => {
    const person = await makePerson();
    const { authenticator } = await enrollPasskey(person);
    expect(await signInAlone(authenticator)).toMatchObject({ cardholderId: person.cardholderId });
    await reset(person);
    expect(await signInAlone(authenticator)).toBe("needs_password");
    expect(await signInAlone(authenticator)).toBe("needs_password");
    const complete = await beginSecondStep(person.email, NEXT, authenticator);
    expect(await complete()).toMatchObject({ cardholderId: person.cardholderId, isVerified: true });
    expect(await signInAlone(authenticator)).toMatchObject({ cardholderId: person.cardholderId });
  });

  it("isn't trusted for a sign-in that began with the old password", async () => {
    const person = await makePerson();
    const { authenticator } = await enrollPasskey(person);
    const complete = await beginSecondStep(person.email, PASSWORD, authenticator);
    await reset(person);
    await expect(complete()).rejects.toEqual(refusal("INVALID_CREDENTIALS"));
    expect(await signInAlone(authenticator)).toBe("needs_password");
  });

  it("isn't trusted whenever that happens during the reset", async () => {
    for (let round = 0; round < 4; round++) {
      const person = await makePerson();
      const { authenticator } = await enrollPasskey(person);
      const complete = await beginSecondStep(person.email, PASSWORD, authenticator);
      await Promise.allSettled([reset(person), complete(), signInAlone(authenticator)]);
      expect(await signInAlone(authenticator)).toBe("needs_password");
      const open = { cardholderId: person.cardholderId, revokedAt: null };
      expect(await db().sessionFamily.count({ where: open })).toBe(0);
    }
  });
});

describe("a session that setting a new password ends", () => {
  it("doesn't finish adding a passkey or an app that it began to add", async () => {
    const person = await makePerson();
    const add = await beginAddition(person);
    const { secret } = (await beginEnrollment(person.scope, PASSWORD)) as { secret: string };
    await reset(person);
    await expect(add()).rejects.toEqual(refusal("STEP_UP_REQUIRED"));
    expect(await pendingEnrollment(person.scope)).toBeNull();
    expect(await confirmEnrollment(person.scope, totpCodeAt(secret, new Date()))).toBeNull();
    expect(await listFactors(person.scope)).toBeNull();
  });
});

describe("the first second factor", () => {
  it("is one: whoever adds another at the same time has to prove it", async () => {
    const person = await makePerson();
    const other = { ...person, scope: await openSession(person.cardholderId) };
    const additions = [await beginAddition(person), await beginAddition(other)];
    const outcomes = await Promise.allSettled(additions.map((add) => add()));
    expect(outcomes).toContainEqual({ status: "fulfilled", value: expect.any(Array) });
    expect(outcomes).toContainEqual({ status: "rejected", reason: refusal("STEP_UP_REQUIRED") });
  });

  it("of a member takes a password that was set with a link within the last hour", async () => {
    const staff = await makeStaff();
    await setCardholder(staff, { passwordResetAt: hoursAgo(0.9) });
    expect(await beginPasskey(staff.scope, PASSWORD)).toHaveProperty("setup");
    for (const passwordResetAt of [null, hoursAgo(1.1)]) {
      await setCardholder(staff, { passwordResetAt });
      expect(await beginPasskey(staff.scope, PASSWORD)).toBe("link_required");
      expect(await beginEnrollment(staff.scope, PASSWORD)).toBe("link_required");
    }
    const passwords = { current_password: PASSWORD, new_password: `${NEXT} today` };
    await changePassword(staff.scope, passwords);
    expect(await beginPasskey(staff.scope, passwords.new_password)).toBe("link_required");
    await reset(staff);
    const signedIn = { ...staff, scope: await signInAs(staff.email, NEXT) };
    expect(await (await beginAddition(signedIn, NEXT))()).toHaveLength(10);
  });

  it("of a member is refused if they became one, or the hour passed, while they added it", async () => {
    const person = await makePerson();
    const add = await beginAddition(person);
    const { secret } = (await beginEnrollment(person.scope, PASSWORD)) as { secret: string };
    await setCardholder(person, { passwordResetAt: hoursAgo(1.1) });
    await makeMember(await makeSchoolTenant(), "viewer", person);
    expect(await add()).toBe("link_required");
    const confirmed = await confirmEnrollment(person.scope, totpCodeAt(secret, new Date()));
    expect(confirmed).toBe("link_required");
    expect(await listFactors(person.scope)).toBeNull();
  });

  it("of anyone else takes the password alone, and so does a member's next one", async () => {
    const person = await makePerson();
    await setCardholder(person, { passwordResetAt: null });
    await enrollInMfa(person);
    await makeMember(await makeSchoolTenant(), "viewer", person);
    await enrollPasskey(person);
  });
});

describe("an invitation", () => {
  async function inviteTo({ email }: Cardholder): Promise<string> {
    const admin = await makeMember(await makeSchoolTenant(), "admin");
    await invite(admin.scope, { email, role: "admin" });
    const [, token] = /token=([\w-]+)/.exec((await emailsTo(email)).at(-1)?.text ?? "") ?? [];
    return String(token);
  }

  it("takes the second factor of someone who has one, in a session of theirs", async () => {
    const person = await makePerson();
    await enrollPasskey(person);
    const token = await inviteTo(person);
    const stranger = await makePerson();
    await enrollPasskey(stranger);
    const unverified = await openSession(person.cardholderId);
    const required = new SecondFactorRequired(person.cardholderId);
    for (const session of [null, stranger.scope, unverified]) {
      await expect(acceptInvitation(token, session)).rejects.toEqual(required);
    }
    const { cardholderId } = person;
    expect(await db().membership.count({ where: { cardholderId } })).toBe(0);
    expect(await acceptInvitation(token, person.scope)).toMatchObject({
      cardholderId,
      passwordToken: null,
      needsLink: false,
    });
  });

  it("makes nobody a member whose first factor is added with the password at the same time", async () => {
    for (let round = 0; round < 4; round++) {
      const person = await makePerson();
      const token = await inviteTo(person);
      const add = await beginAddition(person);
      await setCardholder(person, { passwordResetAt: null });
      const [accepted, added] = await Promise.allSettled([acceptInvitation(token), add()]);
      if (accepted.status === "rejected") {
        expect(accepted.reason).toBeInstanceOf(SecondFactorRequired);
        expect(added).toMatchObject({ value: expect.any(Array) });
      } else expect(added).toMatchObject({ value: "link_required" });
    }
  });

  it("leads anyone without a second factor to a link, and sets only a first password itself", async () => {
    const person = await makePerson();
    expect(await acceptInvitation(await inviteTo(person))).toMatchObject({
      passwordToken: null,
      needsLink: true,
    });
    const [fresh, late] = [await makePerson(null), await makePerson(null)];
    expect(await acceptInvitation(await inviteTo(fresh))).toMatchObject({
      passwordToken: expect.stringMatching(/^prs_/),
      needsLink: false,
    });
    const token = await inviteTo(late);
    const { email } = late;
    await db().invitation.updateMany({ where: { email }, data: { createdAt: hoursAgo(5) } });
    expect(await acceptInvitation(token)).toMatchObject({ passwordToken: null, needsLink: true });
  });
});

describe("a first factor that its owner didn't add", () => {
  it("is removed with a new password, if they say so", async () => {
    const person = await makePerson();
    await enrollPasskey(person);
    await enrollPasskey(person);
    await enrollInMfa(person);
    const texts = (await emailsTo(person.email)).map(({ text }) => text);
    expect(texts.map((text) => text.includes("you can remove this on the same page"))).toEqual([
      true,
      false,
      false,
    ]);
    expect((await readUndoable(person.cardholderId))?.passkeys).toHaveLength(2);
    await reset(person, { undo: true });
    const scope = await signInAs(person.email, NEXT);
    expect(await listFactors(scope)).toBeNull();
    const { cardholderId } = person;
    expect(await db().recoveryCode.count({ where: { cardholderId } })).toBe(0);
    expect(await auditActions(cardholderId)).toContain("mfa.disable");
    expect((await emailsTo(person.email)).map(({ kind }) => kind)).toContain(
      "security:mfa_disabled",
    );
  });

  const MINE = [
    ["without that", {}, async () => {}],
    [
      "after 72 hours",
      { undo: true },
      (person: Cardholder) => setCardholder(person, { factorsSince: hoursAgo(73) }),
    ],
    [
      "from before we kept that time",
      { undo: true },
      (person: Cardholder) => setCardholder(person, { factorsSince: null }),
    ],
    [
      "of a member",
      { undo: true },
      async (person: Cardholder) => makeMember(await makeSchoolTenant(), "viewer", person),
    ],
  ] as const;

  it.each(MINE)("stays on %s", async (_what, options, prepare) => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    await prepare(person);
    await reset(person, options);
    await expect(signInAs(person.email, NEXT)).rejects.toEqual(refusal("MFA_REQUIRED"));
    expect(await signInAs(person.email, NEXT, codeAt(0))).toMatchObject({ isVerified: true });
  });

  it("starts its 72 hours once: replacing a factor doesn't start them again", async () => {
    const person = await makePerson();
    await enrollInMfa(person);
    await setCardholder(person, { factorsSince: hoursAgo(73) });
    await enrollPasskey(person);
    expect(await removeApp(person.scope, PASSWORD)).toBe("removed");
    expect(await readUndoable(person.cardholderId)).toBeNull();
  });
});

describe("a member", () => {
  it("can replace their last factor, but not remove it", async () => {
    const staff = await makeStaff();
    await enrollInMfa(staff);
    expect(await removeApp(staff.scope, PASSWORD)).toBe("last_factor");
    await enrollPasskey(staff);
    expect(await removeApp(staff.scope, PASSWORD)).toBe("removed");
    const [passkey] = (await listFactors(staff.scope))?.passkeys ?? [];
    const remove = () => removePasskey(staff.scope, passkey?.passkeyId ?? "", PASSWORD);
    expect(await remove()).toBe("last_factor");
    expect((await listFactors(staff.scope))?.codesLeft).toBe(10);
    await db().membership.delete({ where: { id: staff.membershipId } });
    expect(await remove()).toBe("removed");
  });
});

describe("a recovery code", () => {
  it("signs in and changes one's own factors, but opens no team", async () => {
    const staff = await makeStaff();
    const { recoveryCodes } = await enrollInMfa(staff);
    const [code = ""] = recoveryCodes;
    const scope = await signInAs(staff.email, PASSWORD, code);
    expect(scope.isVerified).toBe(true);
    expect(await switchContext(scope, staff.context)).toBe("verify");
    const signedIn = { ...staff, scope };
    await enrollPasskey(signedIn);
    expect(await switchContext(signedIn.scope, staff.context)).toMatchObject({ role: "admin" });
  });

  it("isn't used up where a team takes another factor", async () => {
    const staff = await makeStaff();
    const { recoveryCodes, codeAt } = await enrollInMfa(staff);
    const [code = ""] = recoveryCodes;
    const member = { scope: await openStaffSession<"school">(staff, null) };
    await forgetProof(staff);
    expect(await stepUp(member.scope, code)).toBe(false);
    expect(await stepUp(staff.scope, code, staff.context)).toBe(false);
    await rereadSession(member);
    expect(member.scope.isVerified).toBe(false);
    expect(await stepUp(staff.scope, code)).toBe(true);
    await rereadSession(staff);
    expect(staff.scope.isVerified).toBe(true);
    expect(await switchContext(staff.scope, staff.context)).toBe("verify");
    expect(await stepUp(staff.scope, codeAt(0), staff.context)).toBe(true);
    expect(await switchContext(staff.scope, staff.context)).toMatchObject({ role: "admin" });
  });

  it("opens no team through the API, either", async () => {
    const staff = await makeStaff();
    const { recoveryCodes, codeAt } = await enrollInMfa(staff);
    const login = (mfa_code: string | undefined) =>
      logIn(client(), { email: staff.email, password: PASSWORD, mfa_code, context: staff.context });
    await expect(login(recoveryCodes[0])).rejects.toEqual(refusal("STEP_UP_REQUIRED"));
    expect(await login(codeAt(0))).toHaveProperty("access_token");
  });
});
