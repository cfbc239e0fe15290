/** A school's platform, as its admins see it: how it has answered, testing it, and replacing our key for it. */
import { z } from "zod";
import { audit } from "../auth/audit.ts";
import { AttemptLimiter } from "../auth/limits/attempt-limiter.ts";
import { recheck } from "../auth/permissions.ts";
import type { SchoolScope } from "../auth/scopes.ts";
import { onlyRow } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { invalid, tooManyAttempts } from "../errors.ts";
import {
  type PlatformAccess,
  PlatformMisconfigured,
  PlatformUnavailable,
  type TicketingAdapter,
} from "./adapter.ts";
import { decryptConfig, loadPlatformAccess, storeConfiguration } from "./config.ts";
import { findConfiguration, findPlatformHealth, lockSchool } from "./sql.ts";

/** `none`: the operator hasn't connected it. `problem`: why it can't be used, if it can't. */
async function readAccess(schoolId: string) {
  try {
    const { adapter: name, access, platform } = await loadPlatformAccess(schoolId);
    const { baseUrl } = access;
    const host = baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
    const isPaused = platform?.isPaused?.(access) ?? false;
    return { name, host, isPaused, problem: platform?.problemWith(access) ?? null };
  } catch (error) {
    if (!(error instanceof PlatformMisconfigured)) throw error;
    return { name: "none", host: null, isPaused: false, problem: error.message };
  }
}

export async function readPlatform({ schoolId }: SchoolScope) {
  const [access, health] = await Promise.all([
    readAccess(schoolId),
    findPlatformHealth({ schoolId }),
  ]);
  return { ...access, ...onlyRow(health) };
}

const CHECK_TIMEOUT_MS = 10_000;

/** Connection tests allowed per school, across all processes. */
export const CHECKS = { points: 10, seconds: 600 };
const checks = new AttemptLimiter({ name: "platform-check", ...CHECKS });

/** @returns why the platform doesn't work, or null if it does. @throws ServiceError RATE_LIMITED */
async function check(
  schoolId: string,
  platform: TicketingAdapter | null,
  access: PlatformAccess,
): Promise<string | null> {
  const refusal = await checks.consume(schoolId);
  if (refusal) throw tooManyAttempts(refusal);
  try {
    await platform?.check({ ...access, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    return null;
  } catch (error) {
    if (error instanceof PlatformUnavailable) return error.message;
    throw error;
  }
}

/**
 * Asks the school's platform whether it works.
 * @returns why it doesn't, or null if it does
 * @throws ServiceError RATE_LIMITED
 */
export async function checkPlatform(scope: SchoolScope): Promise<string | null> {
  const { schoolId } = scope;
  const problem = await loadPlatformAccess(schoolId)
    .then(({ platform, access }) => check(schoolId, platform, access))
    .catch((error) => {
      if (error instanceof PlatformMisconfigured) return error.message;
      throw error;
    });
  const details = { works: problem === null };
  await transaction((tx) => audit(tx, scope, "platform.test", schoolId, details));
  return problem;
}

/** A key as it's sent in a header. */
export const platformKey = z.object({
  apiKey: z.string().regex(/^[\x21-\x7e]{1,500}$/, { error: "string_type" }),
});

const refused = (msg: string) => invalid("apiKey", msg);

/**
 * Replaces our key for the school's platform, once the platform has accepted the new one. Only the operator sets the
 * address that it's sent to.
 * @throws InvalidInput if the platform doesn't accept it; ServiceError RATE_LIMITED, FORBIDDEN, STEP_UP_REQUIRED
 */
export async function replacePlatformKey(scope: SchoolScope, apiKey: string): Promise<void> {
  const { schoolId } = scope;
  const { adapter, access, platform } = await loadPlatformAccess(schoolId);
  if (adapter !== "rest") throw refused("This platform has no key");
  const problem = await check(schoolId, platform, { ...access, apiKey });
  if (problem !== null) throw refused(problem);
  await transaction(async (tx) => {
    await lockSchool({ schoolId }, tx);
    const [row] = await findConfiguration({ schoolId }, tx);
    await recheck(tx, scope, "platform.change");
    const current = row?.adapter === adapter ? decryptConfig(schoolId, row.encryptedConfig) : null;
    // The operator may have connected another one in the meantime.
    if (!current || current.baseUrl !== access.baseUrl) throw refused("The platform has changed");
    await storeConfiguration(tx, schoolId, adapter, { ...current, apiKey });
    await audit(tx, scope, "platform.key", schoolId, { baseUrl: current.baseUrl });
  });
}
