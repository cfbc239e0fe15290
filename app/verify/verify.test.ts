import { beforeEach, describe, expect, it } from "vitest";
import { readFormState } from "#app/forms/form-state.ts";
import type { SessionScope } from "#lib/auth/scopes.ts";
import { personOf } from "#lib/auth/scopes.ts";
import { needsStepUp, stepUpPrompt } from "#lib/cardholders/mfa/step-up.ts";
import { env } from "#lib/env.ts";
import { enrollPasskey } from "#test/passkeys.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { enrollInMfa, forgetProof, makePerson, rereadSession } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import { forms } from "./forms.ts";

beforeEach(() => jar.clear());

/** Submits the form in a session. @returns where it leads, and the form's state there */
async function submit(scope: SessionScope, fields: Record<string, string>) {
  await signInBrowser({ cardholderId: personOf(scope), familyId: scope.familyId });
  const body = new URLSearchParams(fields).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(body.length),
    Origin: env().publicBaseUrl,
  };
  const request = new Request(`${env().publicBaseUrl}/verify/submit`, {
    method: "POST",
    body,
    headers,
  });
  const response = await forms.submit(request, { params: Promise.resolve({}) });
  const to = new URL(response.headers.get("location") ?? "", env().publicBaseUrl);
  return { path: to.pathname, state: await readFormState(Object.fromEntries(to.searchParams)) };
}

/** A person with an app and a passkey, whose sessions haven't proved either lately. */
async function makeSessions() {
  const person = await makePerson();
  const { codeAt } = await enrollInMfa(person);
  const { authenticator } = await enrollPasskey(person);
  const staff = await makeMember(await makeSchoolTenant(), "admin", person);
  const sessions: Record<string, { scope: SessionScope }> = { cardholder: person, staff };
  for (const session of Object.values(sessions)) await forgetProof(session);
  const needsProof = async (kind: string) => {
    const session = sessions[kind] as { scope: SessionScope };
    await rereadSession(session);
    return needsStepUp(session.scope);
  };
  const scopeIn = (kind: string) => sessions[kind]?.scope as SessionScope;
  return { scopeIn, needsProof, codeAt, authenticator };
}

describe.each(["cardholder", "staff"] as const)("in a %s session", (kind) => {
  it("a code is good for the session, and leads on", async () => {
    const { scopeIn, needsProof, codeAt } = await makeSessions();
    const scope = scopeIn(kind);
    const wrong = await submit(scope, { mfa_code: "000000", next: "/school" });
    expect(wrong.path).toBe("/verify");
    expect(wrong.state?.errors.mfa_code).toMatch(/Incorrect or already used code/);
    expect(await needsProof(kind)).toBe(true);
    expect((await submit(scope, { mfa_code: codeAt(0), next: "/school" })).path).toBe("/school");
    expect(await needsProof(kind)).toBe(false);
    expect(await needsProof(kind === "staff" ? "cardholder" : "staff")).toBe(true);
  });

  it("so is a passkey, whose answer is in no URL", async () => {
    const { scopeIn, needsProof, authenticator } = await makeSessions();
    const scope = scopeIn(kind);
    const prompt = await stepUpPrompt(scope);
    if (!prompt) throw new Error("no passkey");
    const { challenge, options } = prompt;
    const next = "https://evil.example/";
    const refused = authenticator.get(options, { origin: "https://evil.example" });
    const { path, state } = await submit(scope, { challenge, response: refused, next });
    expect(path).toBe("/verify");
    expect(state?.values).toEqual({});
    const response = authenticator.get(options);
    expect((await submit(scope, { challenge, response, next })).path).toBe("/home");
    expect(await needsProof(kind)).toBe(false);
  });
});
