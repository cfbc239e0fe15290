/** Finds a browser: an installed one, else the one in an npm package. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright/test";

export type Browser = { executablePath: string; env?: Record<string, string> };

const modules = path.resolve(import.meta.dirname, "../node_modules");
const DEBIAN = "/usr/bin/chromium";

/** CHROMIUM_PATH, Playwright's own, Debian's, or the packaged one; the first that exists. */
export async function findChromium(): Promise<Browser> {
  const found = [process.env.CHROMIUM_PATH, chromium.executablePath(), DEBIAN].find(
    (candidate) => candidate && existsSync(candidate),
  );
  return found ? { executablePath: found } : packagedChromium();
}

async function packagedChromium(): Promise<Browser> {
  const manifest = path.join(modules, "@sparticuz/chromium/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  const folder = path.join(modules, ".cache", `points-chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const executablePath = path.join(folder, "chromium");
  if (runs(executablePath)) return { executablePath };
  // The package includes the libraries that a minimal system lacks.
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(folder, "al2023", "lib") };
  return { executablePath, env: env as Record<string, string> };
}

function runs(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Unpacks into a temporary folder first, since another run may be unpacking, too. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(path.dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const { default: packaged } = await import("@sparticuz/chromium");
  const { TMPDIR, AWS_EXECUTION_ENV } = process.env;
  // The package unpacks to the temporary folder, and its libraries only if it detects AWS Lambda.
  Object.assign(process.env, { TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" });
  try {
    await packaged.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV });
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function restore(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** No background network traffic; sandboxed wherever the system allows it. */
export const CHROMIUM_ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-default-browser-check",
  "--no-first-run",
  "--no-pings",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
