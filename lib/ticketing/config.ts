/** Platform configurations: stored encrypted, decrypted only to call the platform or to re-encrypt. */
import { z } from "zod";
import { audit } from "../auth/audit.ts";
import { encryptedColumns } from "../auth/encrypted-columns.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { batchedLookup } from "../batch.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { type PlatformAccess, PlatformMisconfigured } from "./adapter.ts";
import { adapterFor } from "./registry.ts";
import { findConfigurations, setPromise } from "./sql.ts";

const configuration = z.object({
  houseAccountId: z.string().min(1),
  baseUrl: z.url().optional(),
  apiKey: z.string().min(1).optional(),
});

export type PlatformConfiguration = z.infer<typeof configuration>;

/** Why a configuration can't be used, for the operator. */
export const NOT_CONFIGURED = "the school has no platform configuration";
export const UNDECRYPTABLE = "the school's platform configuration can't be decrypted";

export const platformConfigurations = encryptedColumns({
  table: "platform_config",
  id: "school_id",
  ring: "platformConfigKeys",
  columns: ["encrypted_config"],
});

/** The row with a school's encrypted configuration. */
export function encryptedConfig(schoolId: string, adapter: string, config: PlatformConfiguration) {
  const text = JSON.stringify(configuration.parse(config));
  return { schoolId, adapter, encryptedConfig: platformConfigurations.encrypt(schoolId, text) };
}

/**
 * Sets a school's platform configuration.
 * @throws PlatformMisconfigured if this environment could never use it
 */
export async function configurePlatform(
  scope: SystemScope,
  schoolId: string,
  adapter: string,
  config: PlatformConfiguration,
): Promise<void> {
  const problem = adapterFor(adapter).problemWith({ schoolId, ...config });
  if (problem) throw new PlatformMisconfigured(problem);
  const row = { ...encryptedConfig(schoolId, adapter, config), updatedAt: new Date() };
  const upsert = kysely
    .insertInto("platformConfig")
    .values(row)
    .onConflict((same) => same.column("schoolId").doUpdateSet(row));
  await transaction(async (tx) => {
    await affected(upsert, tx);
    await setPromise({ schoolId, isBatch: adapter === "batch" }, tx);
    // Without the API key.
    await audit(tx, scope, "school.configure", schoolId, { adapter, baseUrl: config.baseUrl });
  });
}

const findConfig = batchedLookup(
  (schoolIds) => findConfigurations({ schoolIds }),
  (row) => row.schoolId,
);

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

/**
 * Decrypts a school's configuration.
 * @throws PlatformMisconfigured if it's missing or can't be decrypted: the donation waits, flagged
 */
export async function loadPlatformAccess(
  schoolId: string,
): Promise<{ adapter: string; access: PlatformAccess }> {
  const row = await findConfig(schoolId);
  if (!row) throw new PlatformMisconfigured(NOT_CONFIGURED);
  const config = decryptConfig(schoolId, row.encryptedConfig);
  return { adapter: row.adapter, access: { schoolId, ...config } };
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
