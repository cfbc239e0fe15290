/**
 * Wherever a person's secret (a password, a code, a link) is checked, wrong attempts count for that person, from any
 * network. A new operation or form that accepts a secret fails here until it is listed.
 */
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { secretsIn } from "#app/forms/fields.ts";
import { contracts } from "#app/openapi.json/contracts.ts";
import { projectRoot } from "#installation/project-root.ts";
import { attemptForEmail } from "#lib/auth/limits/password-attempts.ts";
import {
  beginEnrollment,
  beginPasskey,
  confirmEnrollment,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from "#lib/cardholders/mfa/mutations.ts";
import { stepUp } from "#lib/cardholders/mfa/step-up.ts";
import { changePassword } from "#lib/cardholders/password/change.ts";
import { MfaRequired } from "#lib/cardholders/sign-in/password-proof.ts";
import { signInWithSecondFactor } from "#lib/cardholders/sign-in/sign-in.ts";
import { pool } from "#lib/database/pool.ts";
import { totpCodeAt } from "#test/totp.ts";
import { forms } from "../../generated/forms.ts";
import { call } from "../api.ts";
import type { Cardholder } from "../factories.ts";
import { operation } from "../operations.ts";
import { enrollPasskey } from "../passkeys.ts";
import {
  auditActions,
  emailsTo,
  enrollInMfa,
  makePerson,
  PASSWORD,
  randomAddress,
  signInAs,
} from "../sign-in.ts";

const NEXT = "the heron stands in the reeds";
const LIMIT = 10;

/** One way to submit a secret: each attempt comes from a new network. */
type Entry = { person: Cardholder; try(isRight: boolean): Promise<"right" | "wrong" | "refused"> };
type Kind = "code" | "password";

/** `RATE_LIMITED` is a refusal; any other error, null, false, or a reason is a wrong attempt. */
async function outcomeOf(
  attempt: Promise<unknown>,
  isRight: (result: unknown) => boolean = (result) => result !== null && result !== false,
) {
  try {
    const result = await attempt;
    return isRight(result) ? "right" : "wrong";
  } catch (error) {
    return (error as { code?: string }).code === "RATE_LIMITED" ? "refused" : "wrong";
  }
}

const notWrong = (result: unknown) => !String(result).startsWith("wrong");

/** A code that is wrong now and for the next few minutes. */
function wrongOf(codeAt: (steps: number) => string): string {
  const right = new Set(Array.from({ length: 40 }, (_, n) => codeAt(n - 5)));
  return ["000000", "111111", "222222"].find((code) => !right.has(code)) as string;
}

async function enrolled() {
  const person = await makePerson();
  const { codeAt } = await enrollInMfa(person);
  const wrong = wrongOf(codeAt);
  return { person, code: (isRight: boolean) => (isRight ? codeAt(0) : wrong) };
}

async function submit(id: string, person: Cardholder, body: object): ReturnType<Entry["try"]> {
  const address = randomAddress();
  const { status } = await call(operation(id), { token: person.token, body, address });
  return status === 429 ? "refused" : status === 200 ? "right" : "wrong";
}

type Place = { kind: Kind; make(): Promise<Entry> };

/** A form that takes the password again. */
const passwordEntry = (
  prepare: (person: Cardholder) => Promise<unknown>,
  attempt: (person: Cardholder, password: string) => Promise<unknown>,
): Place => ({
  kind: "password",
  make: async () => {
    const person = await makePerson();
    await prepare(person);
    const tryPassword = (right: boolean) => attempt(person, right ? PASSWORD : "wrong");
    return { person, try: (right) => outcomeOf(tryPassword(right), notWrong) };
  },
});

/** By operation, or by the address of a form. */
const ENTRIES: Record<string, Place> = {
  login: {
    kind: "code",
    make: async () => {
      const { person, code } = await enrolled();
      const body = { email: person.email, password: PASSWORD };
      return {
        person,
        try: (right) => submit("login", person, { ...body, mfa_code: code(right) }),
      };
    },
  },
  updateProfile: {
    kind: "password",
    make: async () => {
      const person = await makePerson();
      const password = (right: boolean) => ({
        current_password: right ? PASSWORD : "wrong",
        new_password: NEXT,
      });
      return {
        person,
        try: (right) => submit("updateProfile", person, { password: password(right) }),
      };
    },
  },
  "/signin/code/submit": {
    kind: "code",
    make: async () => {
      const { person, code } = await enrolled();
      const missing = await signInAs(person.email).catch((error) => error);
      expect(missing).toBeInstanceOf(MfaRequired);
      const from = () => ({ address: randomAddress(), userAgent: null });
      return {
        person,
        try: (right) => outcomeOf(signInWithSecondFactor(missing.proof, code(right), from())),
      };
    },
  },
  "/settings/password": {
    kind: "password",
    make: async () => {
      const person = await makePerson();
      const passwords = (right: boolean) => ({
        current_password: right ? PASSWORD : "wrong",
        new_password: NEXT,
      });
      return { person, try: (right) => outcomeOf(changePassword(person.scope, passwords(right))) };
    },
  },
  "/settings/two-step/begin": passwordEntry(
    async () => {},
    ({ scope }, password) => beginEnrollment(scope, password),
  ),
  "/settings/two-step/enroll/confirm": {
    kind: "code",
    make: async () => {
      const person = await makePerson();
      const begun = await beginEnrollment(person.scope, PASSWORD);
      const secret = (begun as { secret: string }).secret;
      const codeAt = (n: number) => totpCodeAt(secret, new Date(Date.now() + n * 30_000));
      const wrong = wrongOf(codeAt);
      return {
        person,
        try: (right) => outcomeOf(confirmEnrollment(person.scope, right ? codeAt(0) : wrong)),
      };
    },
  },
  "/settings/two-step/renew/submit": passwordEntry(enrollInMfa, ({ scope }, password) =>
    renewRecoveryCodes(scope, password),
  ),
  "/settings/two-step/remove-app/submit": passwordEntry(enrollInMfa, ({ scope }, password) =>
    removeApp(scope, password),
  ),
  "/settings/two-step/passkey/begin": passwordEntry(enrollInMfa, ({ scope }, password) =>
    beginPasskey(scope, password),
  ),
  "/settings/two-step/passkey/remove/submit": passwordEntry(enrollPasskey, ({ scope }, password) =>
    removePasskey(scope, randomUUID(), password),
  ),
  "/verify/submit": {
    kind: "code",
    make: async () => {
      const { person, code } = await enrolled();
      return { person, try: (right) => outcomeOf(stepUp(person.scope, code(right))) };
    },
  },
};

/** Places without a limit per person, and why. */
const OTHERWISE: Record<string, string> = {
  "/signin/submit":
    "a password is limited per device and network, so that nobody is locked out by a stranger",
  resetPassword: "a link has 256 random bits, and five refused passwords",
  "/set-password/submit": "the same as resetPassword",
  "/signin/passkey/submit": "a passkey can't be guessed",
  "/settings/two-step/passkey/add":
    "the password was asked for first, and a passkey can't be guessed",
  "/invitation/accept": "an invitation's token has 256 random bits",
  "/embed/session": "an embed token is signed, and shows nothing of a person",
  refreshTokens: "a refresh token has 256 random bits",
  logout: "a refresh token has 256 random bits",
  "/sandbox/sign-in/submit": "a link's token has 256 random bits, and works once",
};

const SECRET_FIELD =
  /^(password|current_password|new_password|mfa_code|code|token|refresh_token|response)$/;
/** In the source of a route with a form of its own. */
const ROUTE_SECRET = /secret: true|fields\.get\("token"\)/;

/** Field names at any depth of a body. */
function fieldsOf(body: z.ZodType): string[] {
  const found: string[] = [];
  const walk = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties") found.push(...Object.keys(value as object));
      walk(value);
    }
  };
  walk(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }));
  return found;
}

describe("every place that accepts a person's secret", () => {
  const known = new Set([...Object.keys(ENTRIES), ...Object.keys(OTHERWISE)]);

  it("is listed here: operations", () => {
    const taking = contracts.filter(
      (contract) =>
        contract.auth !== "key" &&
        contract.body &&
        fieldsOf(contract.body).some((name) => SECRET_FIELD.test(name)),
    );
    expect(taking.map(({ id }) => id)).toContain("login");
    expect(taking.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });

  it("is listed here: forms", () => {
    const routes = globSync("app/**/route.ts", { cwd: projectRoot })
      .filter((file) => ROUTE_SECRET.test(readFileSync(`${projectRoot}/${file}`, "utf8")))
      .map((file) => file.replace(/^app|\/\(\w+\)|\/route\.ts$/g, ""));
    const taking = forms.filter(({ form }) =>
      secretsIn(form.fields).some((name) => SECRET_FIELD.test(name)),
    );
    const paths = taking.map(({ path }) => path as string);
    expect(paths).toEqual(expect.arrayContaining(["/signin/code/submit", "/settings/password"]));
    const found = [...routes, ...paths].sort();
    expect(found).toEqual([...known].filter((name) => name.startsWith("/")).sort());
  });
});

/** Places that sign a person in, and how each recognizes earlier sign-ins. */
const SIGN_INS: Record<string, "device" | "network"> = {
  "app/signin/forms.ts": "device",
  "app/v1/portal.ts": "network",
};

describe("every place that signs a person in", () => {
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot })
    .filter((file) => !file.includes(".test."))
    .map((file) => [file, readFileSync(`${projectRoot}/${file}`, "utf8")] as const);

  it("is listed here, and forms recognize the device", () => {
    const signing = sources.filter(([, text]) =>
      /\b(signIn|signInWithPasskey|signInWithSecondFactor|logIn)\(/.test(text),
    );
    expect(signing.map(([file]) => file).sort()).toEqual(Object.keys(SIGN_INS));
    for (const [file, text] of signing.filter(([file]) => SIGN_INS[file] === "device")) {
      expect.soft(text, file).toContain("device: await readDeviceToken()");
      const signIns = text.match(/\bsignIn(With\w+)?\(/g) ?? [];
      expect.soft(signIns, file).toHaveLength(3);
      expect.soft(text.match(/clientOf\(sent\)/g), file).toHaveLength(3);
      expect.soft(text.match(/finishSignIn\(/g), file).toHaveLength(3);
    }
  });

  it("accepts the right password from a known network, no matter what others try there: the API", async () => {
    const { email } = await makePerson();
    const address = randomAddress();
    const logIn = async () => {
      const body = { email, password: PASSWORD };
      return (await call(operation("login"), { body, address })).status;
    };
    expect(await logIn()).toBe(200);
    for (let n = 0; n < 101; n++) await attemptForEmail(`${n}.${email}`, address);
    expect(await logIn()).toBe(200);
  });
});

const ALERT: Record<Kind, { action: string; subject: RegExp }> = {
  code: { action: "mfa.throttle", subject: /wrong sign-in codes/ },
  password: { action: "password.throttle", subject: /entered wrong passwords/ },
};

const forgetGuesses = () =>
  pool().query("delete from rate_window where key like 'tries-guess-session%'");

/** Moves time past a rejected person's waiting time. */
const WAIT_ENDS: Record<Kind, (cardholderId: string) => Promise<unknown>> = {
  code: async (id) => {
    await pool().query("update code_attempt set wait_until = now() where cardholder_id = $1", [id]);
    // Settings also ask for the password, and many concurrent attempts count as attempts at that, too.
    await forgetGuesses();
  },
  password: forgetGuesses,
};

describe.each(Object.entries(ENTRIES))("%s", (_where, { kind, make }) => {
  it("allows ten wrong attempts per person, alerts the owner once, and accepts the right one later", async () => {
    const { person, try: show } = await make();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => show(false)));
    const count = (which: string) => outcomes.filter((outcome) => outcome === which).length;
    expect({ wrong: count("wrong"), refused: count("refused") }).toEqual({
      wrong: LIMIT,
      refused: 30 - LIMIT,
    });
    expect(await show(true)).toBe("refused");
    const { action, subject } = ALERT[kind];
    const audited = await auditActions(person.cardholderId);
    expect(audited.filter((one) => one === action)).toHaveLength(1);
    const alerts = (await emailsTo(person.email)).filter((email) => subject.test(email.subject));
    expect(alerts).toHaveLength(1);
    await WAIT_ENDS[kind](person.cardholderId);
    expect(await show(true)).toBe("right");
  });
});
