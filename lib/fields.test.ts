import { describe, expect, it } from "vitest";
import { addressProblem } from "#lib/webhooks/address.ts";
import { isRedirectUrl } from "./banks/redirects.ts";
import { readEnv } from "./env.ts";
import { email, time } from "./fields.ts";
import { emailKey } from "./text.ts";

const isValid = (address: string) => email.safeParse(address).success;

describe("an email address", () => {
  it.each([
    "pat@example.com",
    "pat.o'neill+gifts@mail.example.co.uk",
    "müller@example.com",
    "用户@例子.example",
    "दान@example.com",
    "pat@bücher.example",
    "pat@xn--bcher-kva.example",
    "a@b.co",
  ])("may be %s", (address) => {
    expect(isValid(address)).toBe(true);
  });

  it.each([
    "pat",
    "@example.com",
    "pat@localhost",
    "pat@127.0.0.1",
    "pat@example..com",
    ".pat@example.com",
    "pat@-example.com",
    "pat@exa\u202emple.com",
    "p\u200bat@example.com",
    "pat@example.com, sam@example.com",
    "pat@example.com\r\nBcc: sam@example.com",
    '"pat sample"@example.com',
    `${"a".repeat(65)}@example.com`,
    `pat@${"a".repeat(64)}.example`,
    `pat@${"a.".repeat(130)}example`,
  ])("is not %j", (address) => {
    expect(isValid(address)).toBe(false);
  });

  it("is the same identity in any case, and with its domain in either IDNA spelling", () => {
    expect(emailKey("Pat@BÜCHER.Example")).toBe("pat@xn--bcher-kva.example");
    expect(emailKey("Müller@Example.com")).toBe(emailKey("mu\u0308ller@example.com"));
  });
});

describe("a date-time", () => {
  it("may have its t and z in lower case, as RFC 3339 allows", () => {
    const at = new Date("2026-03-04T05:06:07.123Z");
    for (const text of ["2026-03-04t05:06:07.123z", "2026-03-04t06:06:07.123+01:00"]) {
      expect(time.parse(text)).toEqual(at);
    }
  });

  it("allows nothing else in lower case, and requires an offset", () => {
    for (const text of ["2026-03-04 05:06:07z", "2026-03-04t05:06:07", "2026-03-04t05:06:07utc"]) {
      expect(time.safeParse(text).success).toBe(false);
    }
  });
});

describe("a URL to redirect a person to", () => {
  it.each([
    "https://bank.example/",
    "http://localhost:1/",
    "http://127.0.0.1/",
    "examplebank://done",
    "com.bank.app:/done",
  ])("may be %s", (address) => {
    expect(isRedirectUrl(address)).toBe(true);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://bank.example/",
    "vbscript:x",
    "//x",
    "file:///etc/passwd",
    "intent://x",
    "mailto:pat@example.com",
    "https://",
    "examplebank://\u202e",
  ])("is not %j", (address) => {
    expect(isRedirectUrl(address)).toBe(false);
  });
});

const MISPLACED_HOSTS = [
  "https:///x",
  "https:x",
  "https:/x",
  "https:\\\\x",
  "HTTPS:////x",
  "http:///127.0.0.1",
];

it.each(MISPLACED_HOSTS)("a URL with a misplaced host is rejected everywhere: %s", (address) => {
  expect(isRedirectUrl(address)).toBe(false);
  expect(addressProblem(address)).toBe("it isn't an absolute URL");
  for (const name of ["PUBLIC_BASE_URL", "EMBED_BASE_URL", "INNGEST_BASE_URL"]) {
    expect(() => readEnv({ [name]: address })).toThrow(`${name} must be an http or https address`);
  }
});
