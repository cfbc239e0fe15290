/** Starts certification runs, carries out their steps, and ends them. */
import { randomInt } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { linkAccount } from "../accounts/mutations.ts";
import { audit } from "../auth/audit.ts";
import type { BankApiScope, BankScope, SystemScope } from "../auth/scopes.ts";
import { closeStatements } from "../books/statements/close.ts";
import { affected, run, runForOne, runForRow } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { InvalidInput, ServiceError, tooManyToday, violation } from "../errors.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { log } from "../log.ts";
import { countStored } from "../storage/usage.ts";
import { lockBank } from "../webhooks/endpoints/sql.ts";
import {
  type Certification,
  type CertificationRequest,
  MAX_A_DAY,
  RUN_MS,
  STEP_NAMES,
  type StepName,
  type StepResult,
} from "./contract.ts";
import { getCertification, requireSandbox } from "./queries.ts";
import { signReport } from "./report.ts";
import { Run, Shortcoming } from "./run.ts";
import { orderOf } from "./seeded.ts";
import * as sql from "./sql.ts";
import type { Step } from "./step.ts";
import { ACCOUNT_STEPS } from "./steps/accounts.ts";
import { DELIVERY_STEPS } from "./steps/deliveries.ts";
import { REQUEST_STEPS } from "./steps/requests.ts";

const STEPS: Record<StepName, Step> = { ...REQUEST_STEPS, ...DELIVERY_STEPS, ...ACCOUNT_STEPS };

const MAX_SEED = 2 ** 31;

/** @throws ServiceError RATE_LIMITED until the day ends */
async function requireAllowance(tx: Transaction, scope: BankApiScope): Promise<void> {
  const { count } = await runForRow(sql.startedToday(scope), tx);
  if (count >= MAX_A_DAY) throw tooManyToday("certifications", MAX_A_DAY);
}

/**
 * Starts a run.
 * @throws ServiceError NOT_FOUND outside of a sandbox, CERTIFICATION_RUNNING, RATE_LIMITED
 * @throws InvalidInput unless the endpoint is the bank's, and enabled
 */
export async function startCertification(
  scope: BankApiScope,
  { probe_url: probeUrl, webhook_endpoint_id: endpointId, ...request }: CertificationRequest,
): Promise<Certification> {
  requireSandbox();
  const { bankId } = scope;
  const seed = request.seed ?? randomInt(1, MAX_SEED);
  const steps = orderOf(seed, request.steps ?? STEP_NAMES);
  const id = uuidv7();
  const row = { id, bankId, endpointId, seed, probeUrl, appUrls: request.app_urls, steps };
  await transaction(async (tx) => {
    await lockBank({ bankId }, tx);
    await requireAllowance(tx, scope);
    const running = await runForOne(sql.runningOf(bankId), tx);
    if (running) throw new ServiceError("CERTIFICATION_RUNNING");
    if (!(await runForOne(sql.holdEndpoint(bankId, endpointId), tx))) {
      const msg = "None of your enabled webhook endpoints has this ID";
      throw new InvalidInput([violation(["body", "webhook_endpoint_id"], msg)]);
    }
    await affected(sql.insertRun(row), tx);
    await audit(tx, scope, "certification.start", id, { seed });
    const data = { certification_id: id, bank_id: bankId };
    enqueue(tx, { name: "certification/run.requested", data });
    countStored(bankId, 1, [request, probeUrl]);
  });
  return getCertification(scope, id);
}

/** Whoever carries out a run, for its bank and for the service. */
export type Certifier = { bank: BankScope; system: SystemScope };

const findRun = ({ bank }: Certifier, id: string) =>
  runForOne(sql.certifications(bank.bankId).where("id", "=", id).where("status", "=", "running"));

/** Links the run's customer, and closes what was posted before. @returns the steps */
export async function prepareCertification(by: Certifier, id: string): Promise<StepName[]> {
  const row = await findRun(by, id);
  if (!row) return [];
  if (!row.accountId) {
    const terms = await runForRow(sql.findGivingTerms(by.bank.bankId));
    const linked = await linkAccount(by.bank, {
      bank_user_id: `certification-${id}`,
      display_name: "Certification",
      email: `certification-${id}@example.com`,
      loyalty_program_id: terms.programId ?? "certification",
    });
    await affected(sql.setAccount(id, linked.service_user_id));
  }
  if (row.steps.includes("statement")) await closeStatements(by.system, by.bank.bankId, "now");
  return row.steps as StepName[];
}

type Ended = Pick<StepResult, "status" | "seen">;

/** Carries out a step. What is wrong with the bank ends only the step, and so does what is wrong with us. */
async function act(run: Run, { act: begin }: Step): Promise<Ended> {
  try {
    const isSkipped = (await begin(run)) === "skipped";
    return isSkipped
      ? { status: "skipped", seen: "Nothing to try." }
      : { status: "passed", seen: "As expected." };
  } catch (error) {
    if (error instanceof Shortcoming) return { status: "failed", seen: error.message };
    log().error({ err: error, bank_id: run.bank.bankId, step: run.step }, "a step went wrong");
    return { status: "failed", seen: "Something went wrong on our side. Start another run." };
  }
}

/** Tries one step, unless the run has ended or the step was tried before. */
export async function tryStep(by: Certifier, id: string, step: StepName): Promise<string> {
  const row = await findRun(by, id);
  const results = (row?.results ?? []) as StepResult[];
  if (!row || results.some((result) => result.step === step)) return "done before";
  const isLate = Date.now() - row.createdAt.getTime() > RUN_MS;
  const ended = isLate
    ? ({ status: "skipped", seen: "The run had no time left." } as const)
    : await act(new Run(by, row, step, STEPS[step].limitMs), STEPS[step]);
  const guide = `${env().publicBaseUrl}/docs/certification#${step.replaceAll("_", "-")}`;
  await affected(sql.addResult(id, { step, expected: STEPS[step].expected, guide, ...ended }));
  return ended.status;
}

/** A bank without apps has nothing to try in this step. */
const isTried = ({ step, status }: StepResult) =>
  status !== "skipped" || step === "no_secrets_in_apps";

/** Signs the report of a run, and ends it. */
export async function endCertification(by: Certifier, id: string): Promise<string> {
  const row = await findRun(by, id);
  if (!row) return "done before";
  const steps = row.results as StepResult[];
  const isWhole = steps.length === row.steps.length && steps.every(isTried);
  const passed = isWhole && steps.every(({ status }) => status !== "failed");
  const complete = isWhole && steps.length === STEP_NAMES.length;
  const { seed, clientVersion: client_version } = row;
  const { name } = await runForRow(sql.findBank(row.bankId));
  const bank = { id: row.bankId, name };
  const about = { bank, certification_id: id, seed, client_version, steps, passed, complete };
  const status = passed ? "passed" : "failed";
  await affected(sql.endRun(id, status, await signReport(about)));
  return status;
}

/** Ends runs whose work was lost, so that no endpoint stays held. @returns how many */
export async function endLateCertifications(certifierOf: (bankId: string) => Certifier) {
  const late = await run(sql.lateRuns);
  for (const { id, bankId } of late) await endCertification(certifierOf(bankId), id);
  return late.length;
}
