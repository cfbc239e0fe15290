/**
 * The only place where settings are read and validated. `.env.example` lists every variable. Nothing else
 * in the product reads `process.env` for a setting.
 */
import { Resolver } from "node:dns";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { toCents } from "./money.ts";
import { perProcess } from "./singleton.ts";

/** An invalid configuration. `message` is one sentence that names the setting and the reason. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Text that a function reads, or throws. @param problem what it must be */
const readBy = <T>(read: (text: string) => T, problem: string | ((error: Error) => string)) =>
  z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      const message = typeof problem === "string" ? problem : problem(error as Error);
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  });

const partsOf = (text: string) => text.split(",").map((part) => part.trim());

/** `2s` → milliseconds. */
function readDuration(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  if (!unit) throw new Error("not a duration");
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** An amount of dollars → cents. */
const dollarAmount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, "must be an amount in dollars such as 1000000")
  .transform((text) => toCents(Number(text)));

/** `0s,2s,1m` → milliseconds before each attempt. */
const schedule = readBy(
  (text) => partsOf(text).map(readDuration),
  "must be durations such as 0s,2s,10s,1m",
);

const flag = z
  .enum(["true", "false", "1", "0"], { error: "must be true or false" })
  .transform((value) => value === "true" || value === "1");

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )
    .transform(Number);

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .regex(/^https?:\/\/[^/\\?#]/i, "must be an http or https address")
  .transform((address) => address.replace(/\/+$/, ""));

const HOST_NAME = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/;

/** Host names without ports, comma-separated. */
const hostList = z
  .string()
  .transform((text) => partsOf(text.toLowerCase()))
  .refine(
    (hosts) => hosts.every((host) => HOST_NAME.test(host)),
    "must be host names without ports, such as sandbox.example,192.0.2.7",
  );

/** Name servers, comma-separated: addresses with an optional port. */
const nameServers = readBy((text) => {
  const servers = partsOf(text);
  new Resolver().setServers(servers);
  return servers;
}, "must be addresses such as 10.0.0.2,[fd00::2]:53");

/** One or more base64 keys of 32 bytes, comma-separated. The first encrypts, and all of them decrypt. */
const keyRing = z
  .string()
  .transform((text) => partsOf(text).map((part) => Buffer.from(part, "base64")))
  .refine((keys) => keys.every(({ length }) => length === 32), "must be 32 bytes in base64");

/** One or more secrets, comma-separated. The first signs, and all of them verify. */
const secretRing = z
  .string()
  .transform(partsOf)
  .refine(
    (secrets) => secrets.every(({ length }) => length >= 32),
    "must be at least 32 characters",
  );

/** The pages whose text the operator provides. */
export const TEXT_PAGES = ["privacy", "terms", "help", "contact"] as const;
export type TextPage = (typeof TEXT_PAGES)[number];

const MAX_TEXT_BYTES = 200_000;

/** The Markdown of each page that has a file in the folder. @throws Error if there is none, or one is too large */
function readTexts(folder: string): Partial<Record<TextPage, string>> {
  const files = new Set(readdirSync(/* turbopackIgnore: true */ folder));
  const texts = TEXT_PAGES.filter((page) => files.has(`${page}.md`)).map((page) => {
    const file = join(/* turbopackIgnore: true */ folder, `${page}.md`);
    if (statSync(file).size > MAX_TEXT_BYTES) throw new Error(`${page}.md is larger than 200 kB`);
    return [page, readFileSync(file, "utf8")];
  });
  if (texts.length === 0) throw new Error(`there is no ${TEXT_PAGES.join(".md, ")}.md`);
  return Object.fromEntries(texts);
}

const textFolder = readBy(
  readTexts,
  (error: NodeJS.ErrnoException) => `must be a folder of texts: ${error.code ?? error.message}`,
);

const settings = z.object({
  SERVICE_ENVIRONMENT: z
    .enum(["sandbox", "production"], { error: "must be sandbox or production" })
    .default("sandbox"),
  PORT: wholeNumber(1, 65_535).default(3000),
  BIND_ADDRESS: z
    .string()
    .refine((host) => isIP(host) > 0 || host === "localhost", "must be an IP address or localhost")
    .optional(),
  DATA_DIR: z.string().min(1).default("./.data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .optional(),
  DATABASE_MAX_GB: wholeNumber(1, 1_000_000).optional(),
  DATABASE_DURABILITY: z
    .enum(["checked", "managed"], { error: "must be checked or managed" })
    .default("checked"),
  DATABASE_POOL_SIZE: wholeNumber(5, 500).default(20),
  DATABASE_TIMEOUT_MS: wholeNumber(100, 60_000).default(1_500),
  RATE_LIMIT_PER_KEY: wholeNumber(0, 100_000).default(300),
  RATE_LIMIT_PER_CARDHOLDER: wholeNumber(0, 10_000).default(20),
  RATE_LIMIT_PER_NETWORK: wholeNumber(0, 100_000).default(50),
  PUBLIC_BASE_URL: origin.optional(),
  EMBED_BASE_URL: origin.optional(),
  SANDBOX_BASE_URL: origin.optional(),
  ALLOWED_HOSTS: hostList.optional(),
  BRAND_NAME: z.string().min(1).max(60).default("Points to Giving"),
  PAGES_DIR: textFolder.optional(),
  MAX_DONATION_USD: dollarAmount.default(toCents(1_000_000)),
  PAYMENT_APPROVAL_USD: dollarAmount.default(toCents(100_000)),
  MAX_DAILY_GIFTS_PER_ACCOUNT: wholeNumber(1, 100_000_000).default(10_000),
  CONFIRMATION_ESTIMATE: schedule.default([300_000]),
  CONSENT_LIFETIME: schedule.default([1_800_000]),
  PUSH_RETRY_SCHEDULE: schedule.default([0, 2_000, 10_000, 60_000, 300_000, 1_800_000]),
  WEBHOOK_RETRY_SCHEDULE: schedule.default([
    0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000,
    86_400_000,
  ]),
  ALLOW_LOOPBACK_WEBHOOKS: flag.optional(),
  SANDBOX_FOUNDATION: flag.default(true),
  DNS_SERVERS: nameServers.optional(),
  TRUST_PROXY: flag.default(false),
  PASSWORD_MIN_LENGTH: wholeNumber(8, 64).default(15),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// address" }).optional(),
  EMAIL_FROM: z.email("must be an email address").default("no-reply@points.example"),
  INNGEST_DEV: z
    .union([flag, origin], { error: "must be true, false or the address of a dev server" })
    .optional(),
  INNGEST_BASE_URL: origin.optional(),
  INNGEST_SERVE_ORIGIN: origin.optional(),
  // The SDK puts it into a URL path unescaped.
  INNGEST_EVENT_KEY: z
    .string()
    .regex(
      /^(?!signkey-)[\w.~!$&'()*+,;=:@-]+$/,
      "must be an event key: letters, digits, and other characters allowed in a URL path",
    )
    .optional(),
  // The SDK strips this prefix and decodes the rest.
  INNGEST_SIGNING_KEY: z
    .string()
    .regex(
      /^(signkey-\w+-)?([0-9a-fA-F]{2})+$/,
      "must be an even number of hexadecimal digits, with or without a prefix such as signkey-prod-",
    )
    .optional(),
  AUTH_SECRET: secretRing.optional(),
  PLATFORM_CONFIG_KEY: keyRing.optional(),
  WEBHOOK_SECRETS_KEY: keyRing.optional(),
  IDENTITY_SECRETS_KEY: keyRing.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 printable characters without spaces")
    .optional(),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: "must be debug, info, warn, error or silent",
    })
    .default("info"),
});

/** Every setting. `.env.example` must list them all. */
export const SETTING_NAMES = Object.keys(settings.shape) as (keyof typeof settings.shape)[];

/** Required in production, and under plain Next.js, where nothing generates them for a sandbox. */
const REQUIRED = [
  "DATABASE_URL",
  "PUBLIC_BASE_URL",
  "AUTH_SECRET",
  "PLATFORM_CONFIG_KEY",
  "WEBHOOK_SECRETS_KEY",
  "IDENTITY_SECRETS_KEY",
] as const;

const REQUIRED_FOR_INNGEST = ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const;

type Settings = z.output<typeof settings>;

const usesInngestServer = (value: Settings): boolean =>
  Boolean(value.INNGEST_DEV || value.INNGEST_BASE_URL || value.INNGEST_SIGNING_KEY);

/** What is wrong with settings that are valid by themselves, as one sentence. */
function problemOf(value: Settings, plainNext: boolean): string | undefined {
  const isProduction = value.SERVICE_ENVIRONMENT === "production";
  const isMissing = (name: keyof Settings) => value[name] === undefined;
  const missing = REQUIRED.find(isMissing);
  if (missing && (isProduction || plainNext)) {
    const where = isProduction ? "in production" : "without our server";
    return `${missing} is not set: ${where} every secret and address must be set.`;
  }
  if (value.INNGEST_DEV && isProduction) {
    return "INNGEST_DEV is not for production: set INNGEST_BASE_URL and both keys.";
  }
  // They authenticate both sides. Only a dev server works without, and trusts everyone.
  const key = REQUIRED_FOR_INNGEST.find(isMissing);
  if (key && usesInngestServer(value) && !value.INNGEST_DEV) {
    return `${key} is not set: an Inngest server needs both keys.`;
  }
  if (plainNext && !usesInngestServer(value)) {
    return "INNGEST_SIGNING_KEY is not set: without our server, only an Inngest server processes gifts.";
  }
  // Next.js sets X-Forwarded-For from the connection only if the client didn't send it.
  if (plainNext && !value.TRUST_PROXY) {
    return "TRUST_PROXY is not true: without our server, only a proxy knows clients' addresses.";
  }
  return undefined;
}

/**
 * Validates a set of variables. An empty value counts as not set.
 * @param plainNext whether Next.js runs without our server, which would generate a sandbox's secrets
 * @throws ConfigurationError with one sentence naming the first variable that is invalid or missing
 */
export function readEnv(source: Record<string, string | undefined>, { plainNext = false } = {}) {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const value = parsed.data;
  const problem = problemOf(value, plainNext);
  if (problem) throw new ConfigurationError(problem);
  const baseUrl = value.PUBLIC_BASE_URL ?? `http://localhost:${value.PORT}`;
  return {
    environment: value.SERVICE_ENVIRONMENT,
    port: value.PORT,
    /** The address to listen on; all addresses if undefined. A sandbox listens on loopback only. */
    host: value.BIND_ADDRESS ?? (value.SERVICE_ENVIRONMENT === "sandbox" ? "127.0.0.1" : undefined),
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    /** The database's maximum size; unknown if undefined. */
    databaseMaxBytes:
      value.DATABASE_MAX_GB === undefined ? undefined : value.DATABASE_MAX_GB * 1_000_000_000,
    /** Whether Postgres itself makes writes durable, or the storage below it. */
    databaseDurability: value.DATABASE_DURABILITY,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    /** How long a request waits for one statement before it answers 503. */
    databaseTimeoutMs: value.DATABASE_TIMEOUT_MS,
    /** Requests per second per API key; 0 for no limit. */
    rateLimitPerKey: value.RATE_LIMIT_PER_KEY,
    /** Requests per second per person (all tokens and browsers), and per embedded session; 0 for no limit. */
    rateLimitPerCardholder: value.RATE_LIMIT_PER_CARDHOLDER,
    /** Requests per second per network without credentials; 0 for no limit. */
    rateLimitPerNetwork: value.RATE_LIMIT_PER_NETWORK,
    publicBaseUrl: baseUrl,
    embedBaseUrl: value.EMBED_BASE_URL ?? `${baseUrl}/embed`,
    /** The sandbox whose reports certify banks here. */
    sandboxBaseUrl: value.SANDBOX_BASE_URL,
    /** Additional host names under which a sandbox is served. */
    allowedHosts: value.ALLOWED_HOSTS ?? [],
    brandName: value.BRAND_NAME,
    /** The texts of the operator's own pages, as Markdown. */
    pageTexts: value.PAGES_DIR,
    maxDonationCents: value.MAX_DONATION_USD,
    /** Above it, a second person approves a payment. */
    paymentApprovalCents: value.PAYMENT_APPROVAL_USD,
    /** The most donations that one account may make per UTC day. */
    maxDailyGiftsPerAccount: value.MAX_DAILY_GIFTS_PER_ACCOUNT,
    confirmationEstimateMs: value.CONFIRMATION_ESTIMATE[0] ?? 0,
    /** How long a cardholder can approve a bank's consent request. */
    consentLifetimeMs: value.CONSENT_LIFETIME[0] ?? 0,
    pushRetryScheduleMs: value.PUSH_RETRY_SCHEDULE,
    webhookRetryScheduleMs: value.WEBHOOK_RETRY_SCHEDULE,
    allowLoopbackWebhooks: value.ALLOW_LOOPBACK_WEBHOOKS ?? false,
    /** Whether a sandbox's foundation gets a month of gifts to work on. */
    sandboxFoundation: value.SANDBOX_FOUNDATION,
    /** The DNS servers; otherwise those of the system. */
    dnsServers: value.DNS_SERVERS,
    trustProxy: value.TRUST_PROXY,
    passwordMinLength: value.PASSWORD_MIN_LENGTH,
    smtpUrl: value.SMTP_URL,
    emailFrom: value.EMAIL_FROM,
    inngest: {
      dev: value.INNGEST_DEV,
      baseUrl: value.INNGEST_BASE_URL,
      /** The URL where the Inngest server calls our functions. */
      serveOrigin: value.INNGEST_SERVE_ORIGIN ?? baseUrl,
      eventKey: value.INNGEST_EVENT_KEY,
      signingKey: value.INNGEST_SIGNING_KEY,
    },
    /** True if the functions run in this process, on Postgres, rather than on an Inngest server. */
    embeddedExecutor: !usesInngestServer(value),
    authSecrets: value.AUTH_SECRET ?? [],
    platformConfigKeys: value.PLATFORM_CONFIG_KEY ?? [],
    webhookSecretsKeys: value.WEBHOOK_SECRETS_KEY ?? [],
    identitySecretsKeys: value.IDENTITY_SECRETS_KEY ?? [],
    /** The token for `GET /metrics`, which doesn't exist if this is undefined. */
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
  };
}

export type Env = ReturnType<typeof readEnv>;

/** The configuration of this process, validated at its first use. */
export const env = perProcess("env", () => readEnv(process.env));

/** Reads `process.env` again, after startup or a test has changed it. */
export function rereadEnv(): Env {
  env.reset();
  return env();
}

export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
