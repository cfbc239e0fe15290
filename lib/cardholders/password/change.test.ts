import { describe, expect, it } from "vitest";
import { sessionScopeOf } from "#lib/auth/sessions.ts";
import { call } from "#test/api.ts";
import { openSession } from "#test/open-session.ts";
import { operation } from "#test/operations.ts";
import {
  auditActions,
  emailsTo,
  enrollInMfa,
  forgetProof,
  makePerson,
  PASSWORD,
  signInAs,
} from "#test/sign-in.ts";
import { changePassword } from "./change.ts";

const NEXT = "the heron stands in the reeds";
const change = (current_password: string, new_password: string) => ({
  current_password,
  new_password,
});
const violating = (...found: string[]) =>
  expect.objectContaining({
    violations: found.map((one) => {
      const [loc = "", type] = one.split(" ");
      return expect.objectContaining({ loc: loc.split("."), type });
    }),
  });

describe("changing a password", () => {
  it("ends the other sessions, but not this one, and tells the owner", async () => {
    const { scope, cardholderId, email } = await makePerson();
    const other = await openSession(cardholderId);
    await changePassword(scope, change(PASSWORD, NEXT));
    expect(await sessionScopeOf(scope)).toEqual(scope);
    expect(await sessionScopeOf(other)).toBeNull();
    await expect(signInAs(email)).rejects.toBeTruthy();
    await expect(signInAs(email, NEXT)).resolves.toBeTruthy();
    expect(await auditActions(cardholderId)).toEqual(["password.change"]);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it("takes a recently proved second factor if there is one, from pages and from the API", async () => {
    const person = await makePerson();
    const { codeAt } = await enrollInMfa(person);
    await forgetProof(person);
    const { scope, token, email } = person;
    const refused = expect.objectContaining({ code: "STEP_UP_REQUIRED" });
    await expect(changePassword(scope, change(PASSWORD, NEXT))).rejects.toEqual(refused);
    const body = { password: change(PASSWORD, NEXT) };
    const answer = await call(operation("updateProfile"), { token, body });
    expect([answer.status, answer.body.error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect((await call(operation("updateProfile"), { token, body: { phone: "1" } })).status).toBe(
      200,
    );
    const fresh = await signInAs(email, PASSWORD, codeAt(0));
    await changePassword(fresh, change(PASSWORD, NEXT));
    await expect(signInAs(email, NEXT, codeAt(1))).resolves.toBeTruthy();
  });

  it("reports all violations and changes nothing", async () => {
    const { scope, email } = await makePerson();
    const current = "body.password.current_password value_error";
    await expect(changePassword(scope, change("wrong", NEXT))).rejects.toEqual(violating(current));
    await expect(changePassword(scope, change(PASSWORD, "short"))).rejects.toEqual(
      violating("body.password.new_password string_too_short"),
    );
    await expect(changePassword(scope, change("wrong", email))).rejects.toEqual(
      violating(current, "body.password.new_password value_error"),
    );
    await expect(signInAs(email)).resolves.toBeTruthy();
  });

  it("is limited to ten attempts with a wrong current password", async () => {
    const { scope } = await makePerson();
    for (let n = 0; n < 10; n++) {
      await expect(changePassword(scope, change("wrong", NEXT))).rejects.toEqual(
        expect.objectContaining({ name: "InvalidInput" }),
      );
    }
    await expect(changePassword(scope, change(PASSWORD, NEXT))).rejects.toEqual(
      expect.objectContaining({ code: "RATE_LIMITED" }),
    );
  });

  it("succeeds once when two requests change it concurrently", async () => {
    const { scope } = await makePerson();
    const both = await Promise.allSettled([
      changePassword(scope, change(PASSWORD, NEXT)),
      changePassword(scope, change(PASSWORD, `${NEXT} and waits`)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
