/** Steps about amounts, keys, statements, and secrets. */
import { request } from "undici";
import { nameOfActor } from "../../auth/actors.ts";
import { closeStatements } from "../../books/statements/close.ts";
import { run as query } from "../../database/run.ts";
import { issueApiKey, revokeApiKey } from "../../staff/api-keys.ts";
import { checkWebhookAddress, webhookAgents } from "../../webhooks/address.ts";
import { readBody } from "../../webhooks/signing.ts";
import type { Run } from "../run.ts";
import { INEXACT_GIFTS, inexactAmountOf } from "../seeded.ts";
import { earlierKeys } from "../sql.ts";
import type { Step } from "../step.ts";

const cents: Step = {
  expected: "Amounts and their total are exact to the cent.",
  async act(run) {
    for (let nth = 0; nth < INEXACT_GIFTS; nth += 1) {
      const gift = await run.give({ amount: inexactAmountOf(run.row.seed, nth) });
      await run.conclude(gift);
      run.requireTotal(await run.believes(gift, { status: "completed" }));
    }
  },
};

const KEY = { name: "Certification", scope: "full", networks: null, days: 30 } as const;

/** The keys of earlier runs end: the bank uses this one now. Its own never do. */
async function endEarlierKeys({ bank, system }: Run, keyId: string): Promise<void> {
  const createdBy = nameOfActor(system.actor);
  for (const earlier of await query(earlierKeys(bank.bankId, createdBy, keyId))) {
    await revokeApiKey(system, earlier.keyId);
  }
}

const newKey: Step = {
  expected: "From certification.use_key on, your client uses the new key.",
  async act(run) {
    const { apiKey, keyId } = await issueApiKey(run.system, run.bank.bankId, KEY);
    await run.ask("use_key", { api_key: apiKey });
    const gift = await run.give();
    const donation = await run.donation(gift);
    run.require(donation.keyId === keyId, "The gift came with another key.");
    await endEarlierKeys(run, keyId);
    await run.conclude(gift);
    await run.believes(gift, { status: "completed" });
  },
};

const statement: Step = {
  expected: "Your events fold to the digest of the statement that has just been closed.",
  async act(run) {
    await run.conclude(await run.give());
    await run.deliverAll(await run.events());
    await closeStatements(run.system, run.bank.bankId, "now");
    const events = await run.eventsOnce("statement.closed");
    const closed = events.filter(({ type }) => type === "statement.closed");
    await run.deliverAll(closed);
    const last = JSON.parse(closed.at(-1)?.body as string).data;
    const find = async () => {
      const { statements } = await run.state();
      return statements.find(({ statement_id }) => statement_id === last.statement_id);
    };
    const known = await run.wait(find, "Your side doesn’t know the statement.");
    run.require(known.digest === last.digest, "Your digest is another one.");
  },
};

const SECRET = /svc_(test|live)_[A-Za-z0-9]{16}:|whsec_[A-Za-z0-9+/]{24}/;
const MAX_APP_BYTES = 1_024 * 1_024;
const APP_MS = 6_000;

const readApp = (bankId: string, url: string): Promise<string> =>
  webhookAgents().use(bankId, async (dispatcher) => {
    const signal = AbortSignal.timeout(APP_MS);
    const response = await request(checkWebhookAddress(url), { dispatcher, signal });
    const text = await readBody(response.body, MAX_APP_BYTES);
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
    return text;
  });

const noSecretsInApps: Step = {
  expected: "What your customers’ devices load contains no API key, and no webhook secret.",
  async act(run) {
    const { appUrls } = run.row;
    if (appUrls.length === 0) return "skipped";
    for (const [n, url] of appUrls.entries()) {
      const text = await readApp(run.bank.bankId, url).catch(() => undefined);
      run.require(text !== undefined, `app_urls.${n} couldn’t be read with HTTP 200.`);
      run.require(!SECRET.test(text ?? ""), `app_urls.${n} contains a secret.`);
    }
    return undefined;
  },
};

export const ACCOUNT_STEPS = {
  cents,
  new_key: newKey,
  statement,
  no_secrets_in_apps: noSecretsInApps,
};
