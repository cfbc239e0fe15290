/** The sandbox's demo bank. Its ids are fixed, so that pages and commands can refer to it. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const DEMO_BANK_ID = "0d000000-0000-7000-8000-000000000001";

/** The customer who gives in the demo, by the bank's ID for them. */
export const DEMO_USER = "demo-jordan";

/** The credentials of the person who started the sandbox; stored in the data directory with mode 600. */
export type DemoCredentials = { api_key: string; email: string; password: string };

/** The credentials file in a data directory. */
export const demoFile = (dataDir: string) => path.join(dataDir, "demonstration.json");

/** The demo's credentials, or undefined if this data directory has none. */
export function readDemo(dataDir: string): DemoCredentials | undefined {
  const file = demoFile(dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
