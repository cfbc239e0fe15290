/** Shell blocks of documents, run the way a reader pastes them. */
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
 * Runs them against an application instead of http://localhost:3000, and with a free port instead of each server's own.
 * Several documents run one after another in the same shell.
 * @returns their output
 * @throws Error with the output, if a command fails or they take longer than `withinMs`
 */
export async function runShellBlocks(
  app: Application,
  document: string | string[],
  { section, withinMs }: { section?: string; withinMs: number },
): Promise<string> {
  const blocks = [document].flat().map((each) => {
    const found = blocksOf(each, section);
    if (!found) throw new Error(`${each} has no shell blocks under ${section}`);
    return found;
  });
  const ports: Record<string, number> = { 4000: await freePort(), 4001: await freePort() };
  const script = blocks
    .join("\n")
    .replaceAll(/\b400[01]\b/g, (port) => String(ports[port]))
    .replace("http://localhost:3000", app.base);
  const { stdout } = await run("bash", ["-c", PREAMBLE + script], {
    cwd: root,
    env: app.environment(),
    timeout: withinMs,
  }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${document}: ${message}\n${stdout}\n${stderr}`);
  });
  return stdout;
}
