import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const folder = import.meta.dirname;
const repository = join(folder, "..", "..");
const NAME = "@points-to-donation/bank-client";
const readme = readFileSync(join(folder, "README.md"), "utf8");

/** The folder of a bank's project that has installed the package. */
let bank: string;

beforeAll(async () => {
  bank = mkdtempSync(join(tmpdir(), "points-bank-"));
  // The README's own command.
  const [, command = ""] = /```sh\n(npm pack .*)\n```/.exec(readme) ?? [];
  const [program = "", ...args] = command.split(" ");
  await run(program, [...args, "--pack-destination", bank], { cwd: repository });
  const [, packed = ""] = /npm install \.\/(\S+)/.exec(readme) ?? [];
  await run("tar", ["-xzf", packed], { cwd: bank });
  mkdirSync(join(bank, "node_modules", "@points-to-donation"), { recursive: true });
  cpSync(join(bank, "package"), join(bank, "node_modules", NAME), { recursive: true });
  for (const dependency of ["openapi-fetch", "openapi-typescript-helpers", "standardwebhooks"]) {
    const folders = [join(folder, "node_modules"), join(repository, "node_modules")];
    const found = folders.map((one) => join(one, dependency)).find(isPackage);
    symlinkSync(found as string, join(bank, "node_modules", dependency));
  }
  symlinkSync(join(repository, "node_modules", "@types"), join(bank, "node_modules", "@types"));
});

function isPackage(path: string): boolean {
  try {
    return readFileSync(join(path, "package.json")).length > 0;
  } catch {
    return false;
  }
}

const EXPORTS = [
  [NAME, "createBankClient"],
  [`${NAME}/webhooks`, "verifyWebhook"],
  [`${NAME}/authorizations`, "verifyAuthorizationRequest"],
  [`${NAME}/books`, "foldStatement"],
] as const;

const NAMES = EXPORTS.map(([, name]) => name).join();
const MODULES = {
  mjs: EXPORTS.map(([from, name]) => `import { ${name} } from "${from}";`).join("\n"),
  cjs: EXPORTS.map(([from, name]) => `const { ${name} } = require("${from}");`).join("\n"),
};

it.each(["mjs", "cjs"] as const)("plain JavaScript loads it as .%s", async (extension) => {
  const client = 'createBankClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key" }).GET';
  const text = `${MODULES[extension]}
    console.log([${NAMES}, ${client}].map((value) => typeof value).join());`;
  writeFileSync(join(bank, `use.${extension}`), text);
  const { stdout } = await run(process.execPath, [`use.${extension}`], { cwd: bank });
  expect(stdout.trim()).toBe(
    Array(EXPORTS.length + 1)
      .fill("function")
      .join(),
  );
});

/** Declares what the README's examples take from the bank's own code. */
const PREAMBLE = `
import type { IncomingMessage } from "node:http";
declare const client: import("${NAME}").BankClient;
declare const customer: Record<"bank_user_id" | "display_name" | "email" | "loyalty_program_id", string>;
declare const redirectUri: string, state: string, nonce: string, challenge: string, rawBody: string;
declare const request: IncomingMessage;
declare const storedEvents: import("${NAME}").WebhookEvent[];
declare const response: { redirect(url: string): void };
declare function storeEvent(id: unknown, event: { type: string }): Promise<void>;
declare function holdPointsOnce(authorization: { points: number }): Promise<{ id: string } | undefined>;
`;

/** An example as a module, in a block so that it may redeclare names of the preamble. */
function moduleOf(example: string): string {
  const imports = example.match(/^import .*$/gm) ?? [];
  return `${imports.join("\n")}${PREAMBLE}\n{${example.replace(/^import .*$/gm, "")}}\n`;
}

const compile = (compiler: string, files: Record<string, string>, options: string[]) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(bank, name), text);
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck"];
  const flags = [...strict, ...options, "--target", "es2022", "--types", "node"];
  return run(process.execPath, [compiler, ...flags, ...Object.keys(files)], { cwd: bank }).catch(
    ({ stdout }) => expect.unreachable(stdout),
  );
};

const TYPES = `${MODULES.mjs}\nexport const all = [${NAMES}];\n`;

it("the README's examples compile with the strictest options, as do CommonJS and ES modules", async () => {
  const examples = Array.from(readme.matchAll(/^```js\n(.*?)^```$/gms), ([, text = ""]) => text);
  expect(examples.length).toBeGreaterThan(3);
  const files = examples.map((text, n) => [`example-${n}.mts`, moduleOf(text)]);
  const all = { ...Object.fromEntries(files), "types.mts": TYPES, "types.cts": TYPES };
  await compile(join(repository, "node_modules/typescript/bin/tsc"), all, ["--module", "nodenext"]);
});

it("TypeScript also finds its types with the oldest module resolution", async () => {
  const options = ["--module", "commonjs", "--moduleResolution", "node10"];
  await compile(join(folder, "node_modules/typescript/bin/tsc"), { "types.ts": TYPES }, options);
});
