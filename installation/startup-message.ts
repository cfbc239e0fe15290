/** The message after startup: URLs, and what to try. */
import path from "node:path";
import type { Env } from "#lib/env.ts";
import { readDemo } from "#lib/sandbox/demo-bank.ts";
import type { SignInLink } from "#lib/sandbox/sign-in-links.ts";
import { projectRoot } from "./project-root.ts";

/** The operator command needs the same data directory. */
const adminPrefix = (dataDir: string) =>
  dataDir === path.join(projectRoot, ".data") ? "" : `DATA_DIR='${dataDir}' `;

function signInLines(links: SignInLink[]): string {
  if (links.length === 0) return "";
  const lines = links.map(({ label, url }) => `    ${label.padEnd(18)}${url}\n`);
  return `
  Team sign-in links (sandbox only, from this machine, once each; restart for new ones)
${lines.join("")}`;
}

function demonstration(base: string, dataDir: string, links: SignInLink[]): string {
  const demo = readDemo(dataDir);
  if (!demo) return "";
  return `
  Demo sign-in (sandbox only)
    email       ${demo.email}
    password    ${demo.password}
${signInLines(links)}
  Commands to try next
    export KEY='${demo.api_key}'
    curl -s '${base}/v1/schools?search=ohio' -H "X-Service-API-Key: $KEY"
    curl -s ${base}/v1/donations/request -H "X-Service-API-Key: $KEY" -H 'Content-Type: application/json' \\
      -d '{"bank_transaction_ref":"first-1","dollar_amount":25,"points_redeemed":2500,"school_id":"ohio-state","fund_designation":"annual-fund"}'
    ${adminPrefix(dataDir)}npm run -s admin -- donation list --limit 1
`;
}

/** For a sandbox only: its page, data directory, and demo. */
const sandboxLines = (
  base: string,
  dataDir: string,
  links: SignInLink[],
) => `    Sandbox     ${base}/sandbox
    Data        ${dataDir}
${demonstration(base, dataDir, links)}`;

export function startupMessage(env: Env, dataDir: string, links: SignInLink[]): string {
  const base = env.publicBaseUrl;
  const sandbox = env.environment === "sandbox";
  return `
  ${env.brandName} is up (${env.environment}).

    Portal      ${base}/
    API         ${base}/v1   (reference: ${base}/docs)
${sandbox ? sandboxLines(base, dataDir, links) : ""}
  Press Ctrl-C to stop everything. Your data is preserved.
`;
}
