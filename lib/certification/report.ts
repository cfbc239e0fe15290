/** The signed report of a run, and what an operator checks of it. */
import { CompactSign, importJWK } from "jose";
import { env } from "../env.ts";
import { loadSigningKeys } from "../oauth/keys.ts";
import type { StepResult } from "./contract.ts";

/** The version of the interface that was tried. */
export const INTERFACE = "v1";
/** Other tokens that the same key signs have another one. */
export const TYPE = "certification+jwt";

export type Report = {
  iss: string;
  interface: string;
  bank: { id: string; name: string };
  certification_id: string;
  seed: number;
  client_version: string | null;
  steps: StepResult[];
  passed: boolean;
  complete: boolean;
  iat: number;
};

/** Signs a report with the key that the sandbox publishes. */
export async function signReport(
  report: Omit<Report, "iss" | "interface" | "iat">,
): Promise<string> {
  const [key] = await loadSigningKeys();
  if (!key) throw new Error("there is no signing key");
  const iat = Math.floor(Date.now() / 1_000);
  const whole: Report = { iss: env().publicBaseUrl, interface: INTERFACE, ...report, iat };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(whole)))
    .setProtectedHeader({ alg: key.alg as string, kid: key.kid as string, typ: TYPE })
    .sign(await importJWK(key, key.alg));
}
