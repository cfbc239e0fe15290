/** What the person who started the sandbox may use; kept in the data directory with mode 600. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type DemoCredentials = { api_key: string; email: string; password: string };

/** Where a data directory keeps them. */
export const demoFile = (dataDir: string) => path.join(dataDir, "demonstration.json");

/** The demonstration's credentials, or nothing where this data directory holds none. */
export function readDemo(dataDir: string): DemoCredentials | undefined {
  const file = demoFile(dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
