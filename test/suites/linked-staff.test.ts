/** A hostile bank links a staff member's address in every way that the API allows. Their sign-in stays as it was. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { redirectAfterSignIn } from "#app/enter-context.ts";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { approveLink, findOpenLinkByHandle, redeemLink } from "#lib/accounts/consent.ts";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { defaultContextOf, listContexts } from "#lib/auth/contexts.ts";
import { sessionScopeOf } from "#lib/auth/sessions.ts";
import { signInPrompt } from "#lib/cardholders/mfa/passkeys.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { signInWithPasskey } from "#lib/cardholders/sign-in/sign-in.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { acceptInvitation, invite } from "#lib/staff/invitations.ts";
import { listTeam } from "#lib/staff/memberships.ts";
import { call } from "../api.ts";
import { mintToken, openFlow, sendForm } from "../embed-flow.ts";
import {
  type Bank,
  type Cardholder,
  linkBody,
  makeAccount,
  makeBank,
  makeCardholder,
  makeSchool,
} from "../factories.ts";
import { fieldsOf } from "../forms.ts";
import { openSession } from "../open-session.ts";
import { bankOperations, operation } from "../operations.ts";
import { enrollPasskey } from "../passkeys.ts";
import {
  emailsTo,
  enrollInMfa,
  makePerson,
  PASSWORD,
  randomAddress,
  resetToken,
  sendRequestedLinks,
  signInAs,
} from "../sign-in.ts";
import { makeMember, makeSchoolTenant } from "../staff.ts";

const client = () => ({ address: randomAddress(), userAgent: "Test/1" });

/** A member of one team with a password, an app, a passkey, and recovery codes, who isn't anyone's customer. */
async function makeStaff(displayName: string | null) {
  const person = await makePerson();
  const { cardholderId, email, scope } = person;
  await db().account.deleteMany({ where: { cardholderId } });
  await db().cardholder.update({ where: { id: cardholderId }, data: { displayName } });
  const school = await makeSchoolTenant();
  const member = await makeMember(school, "admin", person);
  const app = await enrollInMfa(person);
  const { authenticator } = await enrollPasskey(person);
  return { cardholderId, email, scope, school, member, app, authenticator };
}

type Staff = Awaited<ReturnType<typeof makeStaff>>;

/** Everything that a sign-in depends on, and what the person and their team see of them. */
async function stateOf({ cardholderId, scope, member }: Staff) {
  const where = { cardholderId };
  const { donation_count, lifetime_donated_usd, ...profile } = await getCardholderProfile(scope);
  return {
    person: await db().cardholder.findUnique({ where: { id: cardholderId } }),
    app: await db().totp.findMany({ where }),
    passkeys: await db().passkey.findMany({ where }),
    recoveryCodes: await db().recoveryCode.findMany({ where, orderBy: { codeHash: "asc" } }),
    memberships: await db().membership.findMany({ where }),
    sessions: (await db().sessionFamily.findMany({ where, orderBy: { id: "asc" } })).map(
      ({ id, revokedAt, expiresAt, verifiedAt, membershipId }) => ({
        id,
        revokedAt,
        expiresAt,
        verifiedAt,
        membershipId,
      }),
    ),
    open: [
      await sessionScopeOf({ cardholderId, familyId: scope.familyId }),
      await sessionScopeOf({ cardholderId, familyId: member.scope.familyId }),
    ],
    factors: await listFactors(scope),
    contexts: await listContexts(cardholderId),
    defaultContext: await defaultContextOf(cardholderId),
    team: await listTeam(member.scope),
    profile,
  };
}

/** What the bank says about its customer. */
const claims = (email: string): Partial<ReturnType<typeof linkBody>> & Bank["customer"] => ({
  email,
  display_name: "Mallory",
  phone: "+1 900 555 0100",
  tax_receipt_email: "mallory@example.com",
});

const bankOf = async (email: string): Promise<Bank> => ({
  ...(await makeBank()),
  customer: claims(email),
});

/** Another person's consent, through the bank's own request for the staff member's address. */
async function consentAsAccomplice(bank: Bank, accomplice: Cardholder): Promise<void> {
  const redirect_uri = "https://bank.example/linked";
  await db().bank.update({ where: { id: bank.bankId }, data: { redirectUris: [redirect_uri] } });
  const { oauth_redirect_url } = await linkAccount(bank.scope, { ...linkBody(bank), redirect_uri });
  const handle = oauth_redirect_url?.split("/").at(-1) ?? "";
  const link = await findOpenLinkByHandle(handle);
  if (!link) throw new Error("the request isn't open");
  await transaction(async (tx) => {
    expect(await approveLink(accomplice.scope, link, tx)).toBe("approved");
    expect(await redeemLink(bank.scope, link.id, tx)).toBe(true);
  });
}

const ATTACKS: [string, (email: string) => Promise<unknown>][] = [
  ...bankOperations.map((tested): (typeof ATTACKS)[number] => [
    `calls ${tested.contract.id}`,
    async (email) => {
      const bank = await bankOf(email);
      const answer = await call(tested, { ...(await tested.good(bank)), key: bank.key });
      expect(answer.status).toBeLessThan(400);
    },
  ]),
  [
    "asks for consent, and links without it after all",
    async (email) => {
      const bank = await bankOf(email);
      const body = linkBody(bank);
      await linkAccount(bank.scope, { ...body, redirect_uri: "examplebank://linked" });
      await linkAccount(bank.scope, body);
    },
  ],
  [
    "lets an accomplice consent",
    async (email) => consentAsAccomplice(await bankOf(email), await makeCardholder()),
  ],
  [
    "unlinks, and links again under another name",
    async (email) => {
      const bank = await bankOf(email);
      const body = linkBody(bank);
      const { service_user_id } = await linkAccount(bank.scope, body);
      await unlinkAccount(bank.scope, service_user_id, {});
      await linkAccount(bank.scope, { ...body, display_name: "Mallory the Second" });
    },
  ],
  [
    "gives in the embedded flow",
    async (email) => {
      const [bank, school] = [await bankOf(email), await makeSchool()];
      const session = { service_user_id: await makeAccount(bank), dollar_amount: 40 };
      const token = await mintToken(bank, session);
      await openFlow(token);
      const form = await sendForm(token, { do: "form", school_id: school });
      const gift = { fund_designation: "annual-fund", amount: "25", points: "2500" };
      const sent = { ...fieldsOf(form.html), school_id: school, ...gift };
      await sendForm(token, { ...sent, do: "review" });
      await sendForm(token, { ...sent, do: "give" });
      expect(await db().donation.count({ where: { bankId: bank.bankId } })).toBe(1);
    },
  ],
  [
    "has links to set a password emailed, and guesses one",
    async (email) => {
      await makeAccount(await bankOf(email));
      for (let n = 0; n < 3; n++) {
        const answer = await call(operation("forgotPassword"), { body: { email } });
        expect(answer.status).toBeLessThan(400);
      }
      await sendRequestedLinks();
      expect((await emailsTo(email.toLowerCase())).at(-1)?.kind).toBe("password-link");
      const body = { token: `prs_${"A".repeat(43)}`, new_password: "a password of the bank" };
      const answer = await call(operation("resetPassword"), { body });
      expect(answer.body.error.code).toBe("RESET_TOKEN_INVALID");
    },
  ],
];

describe("staff members whose address a bank links", () => {
  let staff: Staff[];
  let before: Awaited<ReturnType<typeof stateOf>>[];

  beforeAll(async () => {
    staff = [await makeStaff("Robin Sample"), await makeStaff(null)];
    before = await Promise.all(staff.map(stateOf));
    for (const [n, { email, school }] of staff.entries()) {
      expect(before[n]).toMatchObject({
        defaultContext: `school:${school.schoolId}`,
        profile: { display_name: n === 0 ? "Robin Sample" : email },
      });
      expect(before[n]?.recoveryCodes).toHaveLength(10);
    }
  });

  it.each(ATTACKS)("keep everything when it %s", async (_attack, attack) => {
    const [named, unnamed] = staff as [Staff, Staff];
    await attack(named.email);
    await attack(unnamed.email.toUpperCase());
    expect(await Promise.all(staff.map(stateOf))).toEqual(before);
  });

  it("sign in as before, with both factors and into the team", async () => {
    for (const { cardholderId, email, app, authenticator } of staff) {
      expect(await db().account.count({ where: { cardholderId } })).not.toBe(0);
      await expect(signInAs(email)).rejects.toMatchObject({ code: "MFA_REQUIRED" });
      const wrong = signInAs(email, PASSWORD, "000000");
      await expect(wrong).rejects.toMatchObject({ code: "MFA_INVALID" });
      await signInAs(email, PASSWORD, app.recoveryCodes[0]);
      await signInAs(email, PASSWORD, app.codeAt(0));
      const { options, challenge } = await signInPrompt();
      const answer = { challenge, response: authenticator.get(options) };
      const scope = await signInWithPasskey(answer, client());
      if (typeof scope === "string") throw new Error(scope);
      expect((await redirectAfterSignIn(scope, "/home")).path).toBe("/school");
    }
  });

  it("keep their factors, team, and name when they set a new password", async () => {
    for (const { cardholderId, email, school } of staff) {
      const new_password = "another phrase of a staff member";
      await resetPassword({ token: await resetToken(email), new_password }, acceptAllLinks);
      expect(await defaultContextOf(cardholderId)).toBe(`school:${school.schoolId}`);
      const { display_name } = await getCardholderProfile(await openSession(cardholderId));
      expect(["Robin Sample", email]).toContain(display_name);
      const withoutFactor = signInAs(email, new_password);
      await expect(withoutFactor).rejects.toMatchObject({ code: "MFA_REQUIRED" });
    }
  });
});

it("a bank that links someone between their invitation and their first password gives them no name", async () => {
  const school = await makeSchoolTenant();
  const admin = await makeMember(school, "admin");
  const email = `${randomUUID()}@team.example`;
  await makeAccount(await bankOf(email));
  await invite(admin.scope, { email, role: "viewer" });
  const [, token] = /token=([\w-]+)/.exec((await emailsTo(email)).at(-1)?.text ?? "") ?? [];
  const joined = await acceptInvitation(token as string);
  if (!joined?.passwordToken) throw new Error("no password can be set");
  await makeAccount(await bankOf(email));

  const answer = await call(operation("resetPassword"), {
    body: { token: joined.passwordToken, new_password: PASSWORD },
  });
  expect(answer.status).toBe(200);
  const { members } = await listTeam(admin.scope);
  expect(members.find((member) => member.email === email)?.name).toBeNull();
  expect(await defaultContextOf(joined.cardholderId)).toBe(`school:${school.schoolId}`);
  const scope = await openSession(joined.cardholderId);
  expect((await getCardholderProfile(scope)).display_name).toBe(email);
});

it("someone invited gets an email about their first password that speaks of no bank", async () => {
  const admin = await makeMember(await makeSchoolTenant(), "admin");
  const email = `${randomUUID()}@team.example`;
  await invite(admin.scope, { email, role: "viewer" });
  const [, token] = /token=([\w-]+)/.exec((await emailsTo(email)).at(-1)?.text ?? "") ?? [];
  await acceptInvitation(token as string);
  await makeAccount(await bankOf(email));
  await resetToken(email);
  const text = (await emailsTo(email)).at(-1)?.text;
  expect(text).toContain("You’ve joined a team here. Choose a password to sign in.");
  expect(text).not.toMatch(/\bbank\b/i);
});
