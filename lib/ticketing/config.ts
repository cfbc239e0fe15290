/** Platform configurations: stored encrypted, decrypted only in the process that pushes. */
import { z } from "zod";
import { batchedLookup } from "../batch.ts";
import { db } from "../database/prisma.ts";
import { decrypt, encrypt, type Reencrypted, reencryptAll } from "../encryption.ts";
import { env } from "../env.ts";
import { type PlatformAccess, PlatformMisconfigured } from "./adapter.ts";
import { adapterFor } from "./registry.ts";
import { findConfigurations } from "./sql.ts";

const configuration = z.object({
  houseAccountId: z.string().min(1),
  baseUrl: z.url().optional(),
  apiKey: z.string().min(1).optional(),
});

export type PlatformConfiguration = z.infer<typeof configuration>;

/** Why a configuration cannot be used, for the operator. */
export const NOT_CONFIGURED = "the school has no platform configuration";
export const CANNOT_BE_OPENED = "the school's platform configuration can't be decrypted";

const placeOf = (schoolId: string) => `platform_config:${schoolId}`;

/** The row with a school's encrypted configuration. */
export function encryptedConfig(schoolId: string, adapter: string, config: PlatformConfiguration) {
  const { keyId, sealed } = encrypt(
    env().platformConfigKeys,
    placeOf(schoolId),
    JSON.stringify(configuration.parse(config)),
  );
  return { schoolId, adapter, keyId, sealed: Uint8Array.from(sealed) };
}

/**
 * Sets a school's platform configuration.
 * @throws PlatformMisconfigured if this environment could never use it
 */
export async function configurePlatform(
  schoolId: string,
  adapter: string,
  config: PlatformConfiguration,
): Promise<void> {
  const problem = adapterFor(adapter).problemWith({ schoolId, ...config });
  if (problem) throw new PlatformMisconfigured(problem);
  const row = { ...encryptedConfig(schoolId, adapter, config), updatedAt: new Date() };
  await db().platformConfig.upsert({ where: { schoolId }, create: row, update: row });
}

/**
 * Re-encrypts every configuration under the first key. @returns how many, and which could not be decrypted
 */
export async function reencryptPlatforms(): Promise<Reencrypted> {
  const rows = await db().platformConfig.findMany();
  return reencryptAll(
    rows,
    (row) => row.schoolId,
    async ({ schoolId, adapter, keyId, sealed }) => {
      const from = { keyId, sealed: Buffer.from(sealed) };
      const text = decrypt(env().platformConfigKeys, placeOf(schoolId), from);
      const data = encryptedConfig(schoolId, adapter, JSON.parse(text));
      // Guarded on what was read: a configuration that was changed in the meantime is already under the
      // first key.
      await db().platformConfig.updateMany({ where: { schoolId, keyId, sealed }, data });
    },
  );
}

const findConfig = batchedLookup(
  (schoolIds) => findConfigurations({ schoolIds }),
  (row) => row.schoolId,
);

/**
 * Decrypts a school's configuration.
 * @throws PlatformMisconfigured if it is missing or cannot be decrypted: the donation waits, flagged
 */
export async function openPlatform(
  schoolId: string,
): Promise<{ adapter: string; access: PlatformAccess }> {
  const row = await findConfig(schoolId);
  if (!row) throw new PlatformMisconfigured(NOT_CONFIGURED);
  let opened: PlatformConfiguration;
  try {
    const text = decrypt(env().platformConfigKeys, placeOf(schoolId), row);
    opened = configuration.parse(JSON.parse(text));
  } catch {
    // The cause may quote the configuration, so it is not passed on.
    throw new PlatformMisconfigured(CANNOT_BE_OPENED);
  }
  return { adapter: row.adapter, access: { schoolId, ...opened } };
}
