/** Records the sandbox's reports about banks, in production. */
import { compactVerify, createRemoteJWKSet, errors } from "jose";
import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { affected, run, runForRow } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { ALGORITHM } from "../oauth/keys.ts";
import { OAUTH_PATHS } from "../oauth/paths.ts";
import { INTERFACE, type Report, reportSchema, TYPE, VALID_DAYS } from "./report.ts";
import * as sql from "./sql.ts";

/** Why a report certifies nothing, as a sentence. */
export class InvalidReport extends Error {
  override name = "InvalidReport";
}

function explain(error: unknown): string {
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return "It was changed after it was signed.";
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return "It wasn’t signed by the sandbox, or so long ago that its key isn’t published anymore.";
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JOSEAlgNotAllowed) {
    return "It isn’t a report.";
  }
  return `The sandbox’s keys can’t be read: ${(error as Error).message}.`;
}

/** @throws InvalidReport unless the sandbox has signed it */
async function verify(text: string, issuer: string): Promise<Report> {
  const keys = createRemoteJWKSet(new URL(`${issuer}${OAUTH_PATHS.jwks}`));
  const options = { algorithms: [ALGORITHM] };
  const verified = await compactVerify(text, keys, options).catch((error) => {
    throw new InvalidReport(explain(error));
  });
  const json = () => JSON.parse(new TextDecoder().decode(verified.payload));
  // The same key signs ID tokens.
  const parsed = verified.protectedHeader.typ === TYPE ? reportSchema.safeParse(json()) : undefined;
  if (!parsed?.success) throw new InvalidReport("It isn’t a report.");
  return parsed.data;
}

const DAY_SECONDS = 86_400;
const SKEW_SECONDS = 300;

/** What is wrong with a genuine report; undefined if it certifies the bank. */
function problemOf(report: Report, issuer: string, bankName: string): string | undefined {
  const age = Date.now() / 1_000 - report.iat;
  const problems: [isWrong: boolean, why: string][] = [
    [report.iss !== issuer, `It’s from ${report.iss}, not from ${issuer}.`],
    [report.bank.name !== bankName, `It’s about ${report.bank.name}, not about ${bankName}.`],
    [report.interface !== INTERFACE, `It’s about version ${report.interface} of the interface.`],
    [!report.complete, "Not all steps were tried."],
    [!report.passed, "Not all steps were passed."],
    [age > VALID_DAYS * DAY_SECONDS, `It’s older than ${VALID_DAYS} days.`],
    [age < -SKEW_SECONDS, "It’s from the future."],
  ];
  return problems.find(([isWrong]) => isWrong)?.[1];
}

/** Records that a bank is certified. @throws InvalidReport with the reason if the report doesn't say so */
export async function recordReport(
  scope: SystemScope,
  bankId: string,
  text: string,
): Promise<Report> {
  const { sandboxBaseUrl: issuer } = env();
  if (!issuer) throw new InvalidReport("SANDBOX_BASE_URL isn’t set: it says whose reports count.");
  const report = await verify(text.trim(), issuer);
  const { name } = await runForRow(sql.findBank(bankId));
  const problem = problemOf(report, issuer, name);
  if (problem) throw new InvalidReport(problem);
  const certifiedAt = new Date(report.iat * 1_000);
  await transaction(async (tx) => {
    await affected(sql.upsertReport({ bankId, report: text.trim(), certifiedAt }), tx);
    const details = { seed: report.seed, client: report.client_version };
    await audit(tx, { ...scope, bankId }, "certification.record", bankId, details);
  });
  return report;
}

/** Banks with live keys whose certification is missing or too old. */
export const findUncertified = () => run(sql.uncertifiedBanks(VALID_DAYS));
