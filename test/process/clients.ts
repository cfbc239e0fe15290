/** Banks' servers that post donations over keep-alive connections and record each result. */
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Application } from "./application.ts";

/** The result of a request: a response, or an error code. */
export type Outcome = {
  reference: string;
  status?: number;
  headers?: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: tests read documented fields.
  body?: any;
  error?: string;
};

type Stage = { bank: { key: string }; school: string };

function post(base: string, agent: Agent, stage: Stage, reference: string): Promise<Outcome> {
  const body = JSON.stringify({
    bank_transaction_ref: reference,
    dollar_amount: 25,
    school_id: stage.school,
    fund_designation: "annual-fund",
  });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "X-Service-API-Key": stage.bank.key,
  };
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ reference, error: error.code ?? error.message });
    const address = `${base}/v1/donations/request`;
    const sent = request(address, { method: "POST", agent, headers, timeout: 300_000 });
    sent.on("timeout", () => sent.destroy(new Error("no response within 300 s")));
    sent.on("error", fail);
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.on("error", fail);
      answer.on("end", () => {
        const { statusCode: status = 0, headers } = answer;
        resolve({ reference, status, headers, body: JSON.parse(text) });
      });
    });
    sent.end(body);
  });
}

/** Posts until stopped, one request at a time per client, each with a new reference. */
export function startClients(
  app: Application,
  stage: Stage,
  { clients = 12, prefix = "load" } = {},
) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const outcomes: Outcome[] = [];
  let running = true;
  let count = 0;
  const workers = Array.from({ length: clients }, async () => {
    while (running) {
      const outcome = await post(app.base, agent, stage, `${prefix}-${++count}`);
      outcomes.push(outcome);
      await wait(outcome.status === 202 ? 5 : 100);
    }
  });
  return {
    outcomes,
    async stop(): Promise<Outcome[]> {
      running = false;
      await Promise.all(workers);
      agent.destroy();
      return outcomes;
    },
  };
}

/**
 * Resends every request that wasn't accepted, with the same reference, until it is.
 * @returns the IDs of all donations, and how many had already been accepted
 */
export async function sendAgain(
  app: Application,
  stage: Stage,
  outcomes: Outcome[],
): Promise<{ ids: string[]; knownBefore: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const knownBefore: string[] = [];
  const retry = async ({ reference, status, body }: Outcome): Promise<string> => {
    const deadline = Date.now() + 30_000;
    while (status !== 202 && status !== 409) {
      if (Date.now() > deadline) throw new Error(`${reference} still gets ${status}`);
      ({ status, body } = await post(app.base, agent, stage, reference));
      if (status === 409) knownBefore.push(reference);
    }
    return status === 202 ? body.data.donation_id : body.error.details.donation_id;
  };
  const ids = await Promise.all(outcomes.map(retry));
  agent.destroy();
  return { ids, knownBefore };
}

/** The number of results by status or error code. */
export function countOutcomes(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of outcomes) {
    const name = String(status ?? error);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
