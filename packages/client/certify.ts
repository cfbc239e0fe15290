#!/usr/bin/env node
/** The command `certify`: starts a certification, prints each step, and exits with 1 unless all have passed. */
import { parseArgs } from "node:util";
import { createBankClient } from "./client.ts";
import type { components } from "./openapi.ts";
import { sleep } from "./retries.ts";

type Request = components["schemas"]["CertificationRequest"];

const USAGE = `API_KEY=svc_test_… npx @points-to-donation/bank-client certify
  --url https://sandbox.example           the sandbox
  --probe https://bank.example/probe      where your test integration answers the probe
  --endpoint 01989a66-…                   the ID of its webhook endpoint
  [--app https://bank.example/app.js]     what customers’ devices load; up to five times
  [--seed 7]                              repeats an earlier run
  [--step lost_answer]                    tries only this step, and others that you name
`;

const POLL_MS = 1_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** @returns null if something is missing */
function readOptions(args: string[]): { baseUrl: string; body: Request } | null {
  const [one, many] = [{ type: "string" }, { type: "string", multiple: true }] as const;
  const options = { url: one, probe: one, endpoint: one, seed: one, app: many, step: many };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { url: baseUrl, probe, endpoint, seed, app, step } = values;
  if (positionals.join() !== "certify" || !baseUrl || !probe || !endpoint) return null;
  const body: Request = {
    probe_url: probe,
    webhook_endpoint_id: endpoint,
    app_urls: app ?? [],
    ...(seed && { seed: Number(seed) }),
    ...(step && { steps: step as NonNullable<Request["steps"]> }),
  };
  return { baseUrl, body };
}

/** @returns whether it has passed */
async function certify(baseUrl: string, body: Request): Promise<boolean> {
  const client = createBankClient({ baseUrl, apiKey: process.env.API_KEY ?? "" });
  const { certification_id, api_base_url } = (await client.POST("/v1/certifications", { body }))
    .data;
  print(`${certification_id}: your client’s base URL has to be ${api_base_url}`);
  const params = { path: { certification_id } };
  for (let shown = 0; ; await sleep(POLL_MS, undefined)) {
    const { data: run } = await client.GET("/v1/certifications/{certification_id}", { params });
    for (const { step, status, expected, seen, guide } of run.steps.slice(shown)) {
      print(`${status.padEnd(7)} ${step}`);
      if (status === "failed") print(`  expected: ${expected}\n  seen: ${seen}\n  guide: ${guide}`);
    }
    shown = run.steps.length;
    if (run.status === "running") continue;
    print(`${run.status}, seed ${run.seed}${run.report ? `\n${run.report}` : ""}`);
    return run.status === "passed";
  }
}

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) throw new TypeError(USAGE);
  return (await certify(options.baseUrl, options.body)) ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
