/** Reads certification runs. */
import type { BankApiScope } from "../auth/scopes.ts";
import { requireRow } from "../database/run.ts";
import { serialize } from "../database/serialize.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { readPage } from "../pagination/pages.ts";
import * as contract from "./contract.ts";
import { type CertificationRow, certifications } from "./sql.ts";

/** @throws ServiceError NOT_FOUND outside of a sandbox */
export function requireSandbox(): void {
  if (env().environment !== "sandbox") throw new ServiceError("NOT_FOUND");
}

export const serializeCertification = (row: CertificationRow): contract.Certification =>
  serialize(contract.certification, row, {
    certification_id: row.id,
    api_base_url: `${env().publicBaseUrl}/certify`,
    webhook_endpoint_id: row.endpointId,
    steps: row.results as contract.StepResult[],
  });

/** @throws ServiceError CERTIFICATION_NOT_FOUND */
export async function getCertification({ bankId }: BankApiScope, id: string) {
  const one = certifications(bankId).where("id", "=", id);
  return serializeCertification(await requireRow(one, "CERTIFICATION_NOT_FOUND"));
}

/** One page of a bank's runs, newest first. */
export async function listCertifications(
  { bankId }: BankApiScope,
  filters: { limit: number; cursor?: string | undefined },
) {
  requireSandbox();
  return readPage({
    list: "certifications",
    tenant: bankId,
    filters,
    rows: certifications(bankId),
    by: { at: "createdAt", id: "id" },
    show: serializeCertification,
  });
}
