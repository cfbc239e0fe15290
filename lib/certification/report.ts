/** The signed report of a run, and what an operator checks of it. */
import { CompactSign, importJWK } from "jose";
import { z } from "zod";
import { env } from "../env.ts";
import { ALGORITHM, loadSigningKeys } from "../oauth/keys.ts";
import { stepResult } from "./contract.ts";

/** The version of the interface that was tried. */
export const INTERFACE = "v1";
/** Other tokens that the same key signs have another one. */
export const TYPE = "certification+jwt";

/** For how long a report certifies. */
export const VALID_DAYS = 90;

export const reportSchema = z.object({
  iss: z.string(),
  interface: z.string(),
  bank: z.object({ id: z.string(), name: z.string() }),
  certification_id: z.string(),
  seed: z.int(),
  client_version: z.string().nullable(),
  steps: z.array(stepResult),
  passed: z.boolean(),
  complete: z.boolean(),
  iat: z.int(),
});

export type Report = z.infer<typeof reportSchema>;

/** Signs a report with the key that the sandbox publishes. */
export async function signReport(
  report: Omit<Report, "iss" | "interface" | "iat">,
): Promise<string> {
  const [key] = await loadSigningKeys();
  if (!key) throw new Error("there is no signing key");
  const iat = Math.floor(Date.now() / 1_000);
  const whole: Report = { iss: env().publicBaseUrl, interface: INTERFACE, ...report, iat };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(whole)))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid as string, typ: TYPE })
    .sign(await importJWK(key, ALGORITHM));
}
