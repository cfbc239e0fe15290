/**
 * Whether what is accepted here will ever be moved: an engine has to be configured, and one must have registered with
 * this database, ever. An engine that is away for a while stops nothing: the outbox keeps its jobs.
 */
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { perProcess } from "../singleton.ts";
import { findRegistration, insertRegistration } from "./sql.ts";

type State = { runsHere: boolean; isRegistered: boolean };
export const engineRegistration = perProcess<State>("engine registration", () => ({
  runsHere: false,
  isRegistered: false,
}));

/** Notes that this process runs the embedded executor, which plain Next.js (`next start`) doesn't. */
export function noteExecutor(): void {
  engineRegistration().runsHere = true;
}

/** Records that an engine takes this database's jobs. */
export async function recordRegistration(): Promise<void> {
  await insertRegistration({});
  engineRegistration().isRegistered = true;
}

async function isRegistered(): Promise<boolean> {
  const known = engineRegistration();
  // Never undone, so it is looked up only until it is true.
  known.isRegistered ||= (await findRegistration({})).length > 0;
  return known.isRegistered;
}

/** Why gifts are refused, for the operator; null if they aren't. */
export async function missingEngine(): Promise<string | null> {
  if (env().embeddedExecutor && !engineRegistration().runsHere) {
    return "No engine is configured: start the service with npm start, or set the keys of an Inngest server.";
  }
  if (await isRegistered()) return null;
  return "No engine has registered with this database yet: nothing would move what is accepted.";
}

const RETRY_AFTER = "30";

/** @throws ServiceError SERVICE_UNAVAILABLE if nothing would ever move a gift */
export async function requireEngine(): Promise<void> {
  if ((await missingEngine()) === null) return;
  throw new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": RETRY_AFTER } });
}
