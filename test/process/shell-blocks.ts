/** A document's shell blocks, run the way a reader pastes them. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";
import type { Application } from "./application.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

// Stops at the first error, as a reader would; running receivers would keep the pipe open.
const PREAMBLE = "set -e -o pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n";

/** The shell blocks of a document or of one of its sections, in order. */
function blocksOf(document: string, section?: string): string {
  const text = readFileSync(path.join(root, document), "utf8");
  const part = section === undefined ? text : text.split(`## ${section}\n`)[1]?.split("\n## ")[0];
  return [...(part ?? "").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join("\n");
}

/**
 * Runs them against an application instead of http://localhost:3000; a free port replaces the receiver's
 * port 4000.
 * @returns their output
 * @throws Error with the output, if a command fails or they take longer than `withinMs`
 */
export async function runShellBlocks(
  app: Application,
  document: string,
  { section, withinMs }: { section?: string; withinMs: number },
): Promise<string> {
  const script = blocksOf(document, section)
    .replace("http://localhost:3000", app.base)
    .replaceAll("4000", String(await freePort()));
  if (!script) throw new Error(`${document} has no shell blocks under ${section}`);
  const { stdout } = await run("bash", ["-c", PREAMBLE + script], {
    cwd: root,
    env: app.environment(),
    timeout: withinMs,
  }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${document}: ${message}\n${stdout}\n${stderr}`);
  });
  return stdout;
}
