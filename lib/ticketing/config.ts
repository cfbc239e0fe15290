/** Platforms and their configurations: stored encrypted, decrypted only to call the platform or to re-encrypt. */
import { z } from "zod";
import { audit } from "../auth/audit.ts";
import { encryptedColumns } from "../auth/encrypted-columns.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import {
  NO_API,
  type PlatformAccess,
  PlatformMisconfigured,
  type TicketingAdapter,
} from "./adapter.ts";
import { rest } from "./rest.ts";
import * as sql from "./sql.ts";
import { stub } from "./stub.ts";

/** The adapters of each environment; null for schools without an API. Nothing in a sandbox can reach a real platform. */
const ADAPTERS: Record<"sandbox" | "production", Record<string, TicketingAdapter | null>> = {
  // In a sandbox, `rest` only reaches loopback; lib/ticketing/rest.ts enforces it.
  sandbox: { stub, rest, [NO_API]: null },
  production: { rest, [NO_API]: null },
};

/** The names of all of them. */
export const ADAPTER_NAMES = Object.keys({ ...ADAPTERS.sandbox, ...ADAPTERS.production });

/** The adapter with this name in this environment. @throws PlatformMisconfigured if there is none */
function adapterFor(name: string): TicketingAdapter | null {
  const adapter = ADAPTERS[env().environment][name];
  if (adapter !== undefined) return adapter;
  throw new PlatformMisconfigured(`the adapter "${name}" doesn't exist in this environment`);
}

const configuration = z.object({
  houseAccountId: z.string().min(1),
  baseUrl: z.url().optional(),
  apiKey: z.string().min(1).optional(),
});

type PlatformConfiguration = z.infer<typeof configuration>;

/** Why a configuration can't be used, for the operator. */
export const NOT_CONFIGURED = "the school has no platform configuration";
export const UNDECRYPTABLE = "the school's platform configuration can't be decrypted";

export const platformConfigurations = encryptedColumns({
  table: "platform_config",
  id: "school_id",
  ring: "platformConfigKeys",
  columns: ["encrypted_config"],
});

export function encryptedConfig(schoolId: string, adapter: string, config: PlatformConfiguration) {
  const text = JSON.stringify(configuration.parse(config));
  return { schoolId, adapter, encryptedConfig: platformConfigurations.encrypt(schoolId, text) };
}

/** Stores a school's configuration, encrypted. */
export async function storeConfiguration(
  tx: Transaction,
  ...configured: Parameters<typeof encryptedConfig>
): Promise<void> {
  const row = { ...encryptedConfig(...configured), updatedAt: new Date() };
  const insert = kysely.insertInto("platformConfig").values(row);
  await affected(
    insert.onConflict((same) => same.column("schoolId").doUpdateSet(row)),
    tx,
  );
}

const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, "");

/** Whether credits still go to the same platform, possibly with another key. What can't be read may be entered again. */
function isSamePlatform(
  present: sql.Configuration,
  adapter: string,
  config: PlatformConfiguration,
) {
  if (present.adapter !== adapter) return false;
  try {
    const { baseUrl } = decryptConfig(present.schoolId, present.encryptedConfig);
    return withoutSlash(baseUrl) === withoutSlash(config.baseUrl);
  } catch {
    return true;
  }
}

/**
 * Lets a school leave its platform only once it has answered about every gift that it was asked to credit: another platform
 * would credit the gift again.
 */
async function leavePlatform(tx: Transaction, schoolId: string): Promise<void> {
  const pending = await sql.lockPending({ schoolId }, tx);
  const open = pending.filter(({ mayBeCredited }) => mayBeCredited).length;
  if (open > 0) {
    const why = `the present platform hasn't answered about ${open} of the school's gifts, and may have credited them`;
    throw new PlatformMisconfigured(`${why}: wait until it has, or run donation retry for each`);
  }
  await sql.markLeft({ schoolId }, tx);
}

/**
 * Sets a school's platform configuration.
 * @throws PlatformMisconfigured if this environment could never use it, or if the present platform still has to answer
 */
export async function configurePlatform(
  scope: SystemScope,
  schoolId: string,
  adapter: string,
  config: PlatformConfiguration,
): Promise<void> {
  const problem = adapterFor(adapter)?.problemWith({ schoolId, ...config });
  if (problem) throw new PlatformMisconfigured(problem);
  await transaction(async (tx) => {
    await sql.lockSchool({ schoolId }, tx);
    const [present] = await sql.findConfiguration({ schoolId }, tx);
    if (present && !isSamePlatform(present, adapter, config)) await leavePlatform(tx, schoolId);
    await storeConfiguration(tx, schoolId, adapter, config);
    await sql.setPromise({ schoolId, awaitsFoundation: adapter === NO_API }, tx);
    // Without the API key.
    const concerned = { ...scope, schoolIds: [schoolId] };
    const details = { adapter, baseUrl: config.baseUrl };
    await audit(tx, concerned, "school.configure", schoolId, details);
  });
}

/** @throws PlatformMisconfigured */
export function decryptConfig(schoolId: string, encrypted: Uint8Array): PlatformConfiguration {
  try {
    const text = platformConfigurations.decrypt(schoolId, encrypted);
    return configuration.parse(JSON.parse(text));
  } catch {
    // Without its cause, which may quote the configuration.
    throw new PlatformMisconfigured(UNDECRYPTABLE);
  }
}

/** A school's stored configuration; null if it has none. */
type StoredConfiguration = { adapter: string | null; encryptedConfig: Uint8Array | null };

/**
 * Decrypts a school's configuration. `platform` is null if the school has no API.
 * @throws PlatformMisconfigured if it's missing or can't be decrypted: the donation waits, flagged
 */
export function platformAccess(
  schoolId: string,
  { adapter, encryptedConfig }: StoredConfiguration,
) {
  if (adapter === null || encryptedConfig === null) throw new PlatformMisconfigured(NOT_CONFIGURED);
  const access: PlatformAccess = { schoolId, ...decryptConfig(schoolId, encryptedConfig) };
  return { adapter, access, platform: adapterFor(adapter) };
}

/** Loads and decrypts a school's configuration. @throws PlatformMisconfigured as `platformAccess` does */
export async function loadPlatformAccess(schoolId: string) {
  const [stored] = await sql.findConfiguration({ schoolId });
  return platformAccess(schoolId, stored ?? { adapter: null, encryptedConfig: null });
}

/** The zone of a school whose team imports gifts as files; null for others, which promise donors no day. */
export async function promiseZone(schoolId: string): Promise<string | null> {
  const query = kysely
    .selectFrom("school")
    .select("timeZone")
    .where("id", "=", schoolId)
    .where("confirmationDays", "is not", null);
  return (await runForOne(query))?.timeZone ?? null;
}

/** Whether a school's team imports gifts as files, from its configuration on. */
export const usesBatches = async (schoolId: string): Promise<boolean> =>
  (await promiseZone(schoolId)) !== null;
