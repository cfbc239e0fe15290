/**
 * The demo's credentials, for the person who started the sandbox; stored in the data directory with mode
 * 600.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type DemoCredentials = { api_key: string; email: string; password: string };

/** Their file in a data directory. */
export const demoFile = (dataDir: string) => path.join(dataDir, "demonstration.json");

/** The demo's credentials, or undefined if this data directory has none. */
export function readDemo(dataDir: string): DemoCredentials | undefined {
  const file = demoFile(dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
