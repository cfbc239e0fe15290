import { describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import {
  auditActions,
  emailsTo,
  enrollInMfa,
  makePerson,
  PASSWORD,
  signInAs,
} from "#test/sign-in.ts";
import { stepUp } from "./step-up.ts";

/** A code that is wrong now and stays wrong for several minutes. */
function wrongCode(codeAt: (steps: number) => string): string {
  const accepted = new Set(Array.from({ length: 40 }, (_, n) => codeAt(n - 5)));
  const found = ["000000", "111111", "222222", ...Array(50).keys()].map((n) =>
    String(n).padStart(6, "3"),
  );
  return found.find((code) => !accepted.has(code)) as string;
}

async function enrolled() {
  const person = await makePerson();
  const factor = await enrollInMfa(person);
  return { ...person, ...factor, wrong: wrongCode(factor.codeAt) };
}

/** Signs in from a new network. @returns "in", or the error code */
const attempt = (email: string, code: string) =>
  signInAs(email, PASSWORD, code).then(
    () => "in",
    (error) => error.code,
  );

const waitOf = (email: string, code: string) =>
  signInAs(email, PASSWORD, code).then(
    () => 0,
    (error) => Number(error.headers?.["Retry-After"]),
  );

const endWait = (cardholderId: string) =>
  pool().query("update code_attempt set wait_until = now() where cardholder_id = $1", [
    cardholderId,
  ]);

const throttled = async (cardholderId: string) =>
  (await auditActions(cardholderId)).filter((action) => action === "mfa.throttle");

const alerts = async (email: string) =>
  (await emailsTo(email)).filter(({ subject }) => /wrong sign-in codes/.test(subject));

describe("second-factor attempts", () => {
  it("are limited to ten an hour per person, from any number of networks and under concurrency", async () => {
    const { email, cardholderId, codeAt, wrong } = await enrolled();
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => attempt(email, wrong)));
    expect(outcomes.filter((outcome) => outcome === "MFA_INVALID")).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "RATE_LIMITED")).toHaveLength(30);
    expect(await throttled(cardholderId)).toHaveLength(1);
    expect(await alerts(email)).toHaveLength(1);
    expect(await attempt(email, codeAt(0))).toBe("RATE_LIMITED");
    await endWait(cardholderId);
    expect(await attempt(email, codeAt(0))).toBe("in");
  });

  it("wait longer after each further attempt, up to an hour", async () => {
    const { email, cardholderId, wrong } = await enrolled();
    for (let n = 0; n < 10; n++) await attempt(email, wrong);
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      waits.push(Math.ceil((await waitOf(email, wrong)) / 60));
      await endWait(cardholderId);
      expect(await attempt(email, wrong)).toBe("MFA_INVALID");
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it("alert the owner at most once an hour", async () => {
    const { email, cardholderId, wrong } = await enrolled();
    for (let n = 0; n < 14; n++) await attempt(email, wrong);
    expect(await alerts(email)).toHaveLength(1);
    const data = { alertedAt: new Date(Date.now() - 3_601_000) };
    await db().codeAttempt.update({ where: { cardholderId }, data });
    for (let n = 0; n < 4; n++) await attempt(email, wrong);
    expect(await alerts(email)).toHaveLength(2);
  });

  it("are allowed again after an hour, or after a day if they had to wait", async () => {
    const { email, cardholderId, wrong } = await enrolled();
    for (let n = 0; n < 12; n++) await attempt(email, wrong);
    const { expiresAt } = await db().codeAttempt.findUniqueOrThrow({ where: { cardholderId } });
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const past = new Date(Date.now() - 1_000);
    const data = { expiresAt: past, waitUntil: past };
    await db().codeAttempt.update({ where: { cardholderId }, data });
    for (let n = 0; n < 10; n++) expect(await attempt(email, wrong)).toBe("MFA_INVALID");
    expect(await attempt(email, wrong)).toBe("RATE_LIMITED");
  });

  it("don't count if the code is correct", async () => {
    const { email, recoveryCodes, wrong } = await enrolled();
    for (let n = 0; n < 9; n++) await attempt(email, wrong);
    for (const code of recoveryCodes.slice(0, 3)) expect(await attempt(email, code)).toBe("in");
    expect(await attempt(email, wrong)).toBe("MFA_INVALID");
    expect(await attempt(email, wrong)).toBe("RATE_LIMITED");
  });

  it("accept a correct recovery code during a wait, but not a wrong one", async () => {
    const { email, cardholderId, recoveryCodes, wrong } = await enrolled();
    for (let n = 0; n < 12; n++) await attempt(email, wrong);
    expect(await attempt(email, "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA")).toBe("RATE_LIMITED");
    expect(await attempt(email, recoveryCodes[0] as string)).toBe("in");
    expect(await throttled(cardholderId)).toHaveLength(1);
  });

  it("share one limit, wherever codes are entered", async () => {
    const { email, scope, wrong } = await enrolled();
    for (let n = 0; n < 5; n++) {
      expect(await attempt(email, wrong)).toBe("MFA_INVALID");
      expect(await stepUp(scope, wrong)).toBe(false);
    }
    const limited = expect.objectContaining({ code: "RATE_LIMITED" });
    await expect(stepUp(scope, wrong)).rejects.toEqual(limited);
    expect(await attempt(email, wrong)).toBe("RATE_LIMITED");
  });
});
