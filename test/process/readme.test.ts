import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Application } from "./application.ts";
import { runShellBlocks } from "./shell-blocks.ts";

const app = new Application();
beforeAll(() => app.start(), 240_000);
afterAll(() => app.remove(), 240_000);

it("the quickstart in the README works when pasted into a shell", async () => {
  const printed = await runShellBlocks(app, "README.md", {
    section: "Quickstart with curl",
    withinMs: 220_000,
  });
  expect(printed).toContain("verified donation.completed");
  expect(printed).toMatch(/"status":"completed".*"bank_transaction_ref":"tx-1"/);
  expect(printed).toMatch(/"response_code": 204/);
  expect(printed).toContain('"receipt_number":"OHIO-STATE-');
}, 240_000);

it("the bank guide works as written, from an API key to the sandbox failures", async () => {
  const printed = await runShellBlocks(app, "docs/banks.md", { withinMs: 220_000 });
  // Anywhere in a line: curl and the receiver write to the same terminal.
  const times = (text: string) => printed.split(text).length - 1;

  // The test event, once before the secret is rotated and once after.
  expect(times("verified webhook.test")).toBe(2);
  // The first donation through its replay, then .92, .93 and .94.
  expect(times("verified donation.completed")).toBe(4);
  expect(times("verified donation.failed")).toBe(1);
  // The replayed range holds that donation, and the test event unless it was in the same second.
  expect(times("already processed")).toBeGreaterThanOrEqual(1);
  expect(times("refused: ")).toBe(0);
  // Nothing was refused except the 409 and the 422 that the guide shows.
  expect(times('"success":false')).toBe(1);
  expect(times('{"detail"')).toBe(1);
  for (const shown of answersOfGuide()) expect(likeAnyOther(printed)).toContain(shown);
}, 240_000);

it("the embedded flow guide opens a session as written", async () => {
  const printed = await runShellBlocks(app, "docs/embed.md", { withinMs: 220_000 });
  expect(printed).toContain("<title>Give to Ohio State");
  expect(JSON.parse(printed.slice(printed.indexOf("{")))).toMatchObject({
    embed_origins: ["https://app.bank.example", "https://www.bank.example"],
  });
}, 240_000);

/** Masks what differs from run to run. */
function likeAnyOther(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
    .replaceAll(/"cr_\w+"/g, '"<credit>"');
}

/** The JSON in the guide: responses as sent over the wire, webhook data as the receiver prints it. */
function answersOfGuide(): string[] {
  const guide = readFileSync(new URL("../../docs/banks.md", import.meta.url), "utf8");
  const shown = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) =>
    JSON.parse(text ?? ""),
  );
  expect(shown).toHaveLength(4);
  return shown.map((body) =>
    likeAnyOther(body.type ? JSON.stringify(body.data, null, 2) : JSON.stringify(body)),
  );
}
