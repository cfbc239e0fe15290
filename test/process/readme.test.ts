import { afterAll, beforeAll, expect, it } from "vitest";
import { Application } from "./application.ts";
import { runShellBlocks } from "./shell-blocks.ts";

const app = new Application();
beforeAll(() => app.start());
afterAll(() => app.remove());

it("the quickstart in the README works when pasted into a shell", async () => {
  const printed = await runShellBlocks(app, "README.md", {
    section: "Quickstart with curl",
    withinMs: 220_000,
  });
  expect(printed).toContain("verified donation.completed");
  expect(printed).toMatch(/"status":"completed".*"bank_transaction_ref":"tx-1"/);
  expect(printed).toMatch(/"response_code": 204/);
  expect(printed).toContain('"receipt_number":"OHIO-STATE-');
});
