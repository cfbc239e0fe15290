import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigurationError, readEnv, SETTING_NAMES } from "./env.ts";

const example = readFileSync(path.resolve(import.meta.dirname, "../.env.example"), "utf8");
const listed = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)];

describe(".env.example", () => {
  it("lists every setting, and nothing else", () => {
    expect(listed.map(([, name]) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  it("shows the defaults: setting all of it changes nothing", () => {
    const all = Object.fromEntries(listed.map(([, name, value]) => [name, value]));
    expect(readEnv(all)).toEqual(readEnv({}));
  });
});

describe("an invalid value fails startup with a sentence that names the setting and the reason", () => {
  it.each([
    ["PORT", "0", "PORT must be a whole number from 1 to 65535."],
    ["PORT", "http", "PORT must be a whole number from 1 to 65535."],
    ["SERVICE_ENVIRONMENT", "staging", "SERVICE_ENVIRONMENT must be sandbox or production."],
    ["RATE_LIMIT_PER_KEY", "-1", "RATE_LIMIT_PER_KEY must be a whole number from 0 to 100000."],
    ["DATABASE_URL", "mysql://x/y", "DATABASE_URL must be a postgres:// address."],
    ["PUSH_RETRY_SCHEDULE", "soon", "PUSH_RETRY_SCHEDULE must be durations such as 0s,2s,10s,1m."],
    ["PLATFORM_CONFIG_KEY", "short", "PLATFORM_CONFIG_KEY must be 32 bytes in base64."],
    ["ALLOW_LOOPBACK_WEBHOOKS", "perhaps", "ALLOW_LOOPBACK_WEBHOOKS must be true or false."],
    [
      "METRICS_TOKEN",
      "short",
      "METRICS_TOKEN must be 16 to 200 printable characters without spaces.",
    ],
    ["AUTH_SECRET", "short", "AUTH_SECRET must be at least 32 characters."],
    ["MAX_DONATION_USD", "1.234", "MAX_DONATION_USD must be an amount in dollars such as 1000000."],
  ])("%s=%s", (name, value, sentence) => {
    expect(() => readEnv({ [name]: value })).toThrow(new ConfigurationError(sentence));
  });
});

describe("PAGES_DIR", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pages-"));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const read = (PAGES_DIR = folder) => readEnv({ PAGES_DIR }).pageTexts;
  afterAll(() => rmSync(folder, { recursive: true }));

  it("must be a folder that contains texts", () => {
    expect(() => read("/no/such/folder")).toThrow("PAGES_DIR must be a folder of texts: ENOENT.");
    expect(() => read()).toThrow("there is no privacy.md, terms.md, help.md, contact.md.");
  });

  it("returns the texts that exist", () => {
    write("help.md", "# Help");
    write("notes.md", "not a page");
    expect(read()).toEqual({ help: "# Help" });
  });

  it("rejects a text larger than 200 kB", () => {
    write("terms.md", "x".repeat(200_001));
    expect(() => read()).toThrow(
      "PAGES_DIR must be a folder of texts: terms.md is larger than 200 kB.",
    );
  });
});

describe("an Inngest server", () => {
  const INNGEST_BASE_URL = "https://inngest.example";
  const keys = { INNGEST_EVENT_KEY: "ab", INNGEST_SIGNING_KEY: "cd" };

  it("needs both keys", () => {
    expect(readEnv({ INNGEST_BASE_URL, ...keys }).embeddedExecutor).toBe(false);
    expect(readEnv(keys).embeddedExecutor).toBe(false);
    for (const name of ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]) {
      expect(() => readEnv({ INNGEST_BASE_URL, ...keys, [name]: "" })).toThrow(
        `${name} is not set: an Inngest server needs both keys.`,
      );
    }
    expect(() => readEnv({ INNGEST_SIGNING_KEY: "ab" })).toThrow("INNGEST_EVENT_KEY is not set");
  });

  it.each([
    ["from Inngest Cloud", "signkey-prod-0123456789abcdef", "G3Bx0PKn-3TqoJmw1J_gxxoM"],
    ["from a branch environment", "signkey-branch-0123456789ABCDEF", "evkey-branch-0123"],
    ["from a self-hosted server", "0123456789abcdef", "0123456789abcdef"],
  ])("accepts keys %s", (_, signingKey, eventKey) => {
    const source = { INNGEST_SIGNING_KEY: signingKey, INNGEST_EVENT_KEY: eventKey };
    expect(readEnv(source)).toMatchObject({
      embeddedExecutor: false,
      inngest: { signingKey, eventKey },
    });
  });

  it.each(["abc", "signkey-prod-", "signkey-prod-xyz1", "SIGNKEY-prod-ab", "prod-ab", "ab cd"])(
    "rejects the signing key %j",
    (INNGEST_SIGNING_KEY) => {
      expect(() => readEnv({ ...keys, INNGEST_SIGNING_KEY })).toThrow(
        "INNGEST_SIGNING_KEY must be an even number of hexadecimal digits, with or without a prefix such as signkey-prod-.",
      );
    },
  );

  it.each(["a/b", "a?b", "a b", "a#b", "a%2fb", "ä", "signkey-prod-ab"])(
    "rejects the event key %j",
    (INNGEST_EVENT_KEY) => {
      expect(() => readEnv({ ...keys, INNGEST_EVENT_KEY })).toThrow(
        "INNGEST_EVENT_KEY must be an event key: letters, digits, and other characters allowed in a URL path.",
      );
    },
  );

  it("may be a dev server without keys", () => {
    expect(readEnv({ INNGEST_DEV: "true" }).embeddedExecutor).toBe(false);
  });
});

describe("production", () => {
  const complete = {
    SERVICE_ENVIRONMENT: "production",
    DATABASE_URL: "postgres://db/points",
    PUBLIC_BASE_URL: "https://giving.example",
    AUTH_SECRET: "x".repeat(32),
    PLATFORM_CONFIG_KEY: Buffer.alloc(32, 1).toString("base64"),
    WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 2).toString("base64"),
    IDENTITY_SECRETS_KEY: Buffer.alloc(32, 3).toString("base64"),
  };

  it("does not start with an Inngest dev server", () => {
    expect(() => readEnv({ ...complete, INNGEST_DEV: "true" })).toThrow(
      "INNGEST_DEV is not for production",
    );
    expect(readEnv({ ...complete, INNGEST_DEV: "false" }).embeddedExecutor).toBe(true);
  });

  it("starts if every secret is set", () => {
    expect(readEnv(complete).environment).toBe("production");
  });

  it.each([
    "DATABASE_URL",
    "PUBLIC_BASE_URL",
    "AUTH_SECRET",
    "PLATFORM_CONFIG_KEY",
    "WEBHOOK_SECRETS_KEY",
    "IDENTITY_SECRETS_KEY",
  ])("does not start without %s", (name) => {
    expect(() => readEnv({ ...complete, [name]: "" })).toThrow(`${name} is not set`);
  });

  const PLAIN_NEXT = {
    ...complete,
    INNGEST_EVENT_KEY: "x",
    INNGEST_SIGNING_KEY: "ab",
    TRUST_PROXY: "true",
  };

  it("without our server, starts only with an Inngest server and behind a proxy", () => {
    expect(readEnv(PLAIN_NEXT, { plainNext: true })).toEqual(readEnv(PLAIN_NEXT));
    for (const name of ["INNGEST_SIGNING_KEY", "TRUST_PROXY"]) {
      const source = { ...PLAIN_NEXT, [name]: "" };
      expect(() => readEnv(source, { plainNext: true })).toThrow(new RegExp(`^${name} is not `));
      expect(() => readEnv(source)).not.toThrow();
    }
  });

  it("without our server, a sandbox needs its secrets and its database, too", () => {
    const sandbox = { ...PLAIN_NEXT, SERVICE_ENVIRONMENT: "" };
    expect(readEnv(sandbox, { plainNext: true }).environment).toBe("sandbox");
    for (const name of Object.keys(complete).slice(1)) {
      const source = { ...sandbox, [name]: "" };
      expect(() => readEnv(source, { plainNext: true })).toThrow(`${name} is not set: without our`);
      expect(() => readEnv(source)).not.toThrow();
    }
  });
});
