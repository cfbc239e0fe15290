/** The guides' shell blocks, run verbatim. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { REQUESTED } from "#lib/donations/authorize/contract.ts";
import { readEnv } from "#lib/env.ts";
import { Application } from "./application.ts";
import { runShellBlocks } from "./shell-blocks.ts";

let app: Application;
beforeEach(async () => {
  app = new Application();
  await app.start();
});
afterEach(() => app.remove());

it("the operator's guide works verbatim, from secrets to pending work", async () => {
  const printed = await runShellBlocks(app, ["docs/operating.md", "docs/maintenance.md"], {
    withinMs: 280_000,
  });
  const secrets = Object.fromEntries(
    [...printed.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const rest = { DATABASE_URL: "postgres://db/points", PUBLIC_BASE_URL: "https://giving.example" };
  expect(readEnv({ SERVICE_ENVIRONMENT: "production", ...rest, ...secrets })).toBeTruthy();
  expect(secrets.POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{64}$/);
  expect(printed).toContain('"updated": 136');
  expect(printed).toContain('"status": "revoked"');
  expect(printed).toContain('"reencrypted"');
  expect(printed).not.toContain('"error"');
});

/** In the order in which a bank reads them. Each continues the shell session of the one before. */
const BANK_GUIDES = "start donations errors comparison sandbox webhooks gift-approval"
  .split(" ")
  .map((name) => `docs/${name}.md`);

it("the guides for banks work as written, from an API key to an authorization address", async () => {
  const printed = await runShellBlocks(app, BANK_GUIDES, { withinMs: 220_000 });
  // Anywhere in a line: curl and the receiver write to the same terminal.
  const times = (text: string) => printed.split(text).length - 1;

  // The test event, before and after the secret is rotated.
  expect(times("verified webhook.test")).toBe(2);
  // The first donation through its replay, .92, .93 and .94 through that of the range, and the one under the new secret.
  // The customer's gift settles when nobody listens any more.
  expect(times("verified donation.completed")).toBe(5);
  expect(times("verified donation.failed")).toBe(1);
  // The replayed range also has the first donation.
  expect(times("already processed")).toBeGreaterThanOrEqual(1);
  expect(times("refused: ")).toBe(0);
  // The customer's approved gift.
  expect(times("\nhold-1\n")).toBe(1);
  // No errors except the three and the 422 that the guides show.
  expect(times('"success":false')).toBe(3);
  expect(times('{"detail"')).toBe(1);
  for (const json of responsesInGuides()) expect(maskVariableParts(printed)).toContain(json);
});

it("the embedded flow guide opens a session as written", async () => {
  const printed = await runShellBlocks(app, "docs/embed.md", { withinMs: 220_000 });
  expect(printed).toContain("<title>Give to Ohio State");
  expect(JSON.parse(printed.slice(printed.indexOf("{")))).toMatchObject({
    embed_origins: ["https://app.bank.example", "https://www.bank.example"],
  });
});

/** Masks values that differ between runs. */
function maskVariableParts(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
    .replaceAll(/"[A-Z]+-\d\d-\d{6,}"/g, '"<credit>"');
}

/**
 * The JSON in the guides: responses as sent over the wire, webhook data as the receiver prints it. Not the authorization
 * request, which only a customer's gift causes: docs/guide.test.ts compares it with the reference.
 */
function responsesInGuides(): string[] {
  const guides = BANK_GUIDES.map((name) =>
    readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"),
  );
  const blocks = [...guides.join("\n").matchAll(/^```json\n(.*?)^```$/gms)]
    .map(([, text]) => JSON.parse(text ?? ""))
    .filter(({ type }) => type !== REQUESTED);
  expect(blocks).toHaveLength(6);
  return blocks.map((body) =>
    maskVariableParts(body.type ? JSON.stringify(body.data, null, 2) : JSON.stringify(body)),
  );
}
