import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const folder = import.meta.dirname;
const node = (...args: string[]) => run(process.execPath, args, { cwd: folder });

it("the package builds, and plain JavaScript imports it by its name", async () => {
  await node(join(folder, "node_modules", "typescript", "bin", "tsc"));
  const { stdout } = await node(
    "--input-type=module",
    "--eval",
    `import { createBankClient, submitDonation } from "@points-to-donation/bank-client";
     import { verifyWebhook } from "@points-to-donation/bank-client/webhooks";
     import { verifyAuthorizationRequest } from "@points-to-donation/bank-client/authorizations";
     console.log([createBankClient, submitDonation, verifyWebhook, verifyAuthorizationRequest].map((made) => typeof made).join());`,
  );
  expect(stdout.trim()).toBe("function,function,function,function");
});
