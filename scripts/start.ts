/**
 * `npm start`: runs the quick checks, builds what is out of date, and runs the service.
 * `npm run dev` (`--dev`): the same, but Next.js compiles pages when they are opened or edited.
 */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { readEnv } from "#lib/env.ts";
import { printableLines } from "#lib/text.ts";
import { build, buildCode } from "./build.ts";
import { stopWithParent } from "./steps.ts";

// Errors whose message is meant for the person who starts the service. By name, because the bundle has its
// own copies of the classes.
const PLAIN_ERRORS = new Set(["ConfigurationError", "InstallationError", "BuildError"]);

async function start(): Promise<void> {
  const dev = process.argv.includes("--dev");
  Object.assign(process.env, {
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  const envFile = join(projectRoot, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const { port, environment } = readEnv(process.env);
  if (dev && environment === "production") {
    fail("npm run dev is only for a sandbox: its pages allow scripts that production forbids.");
  }
  await refuseTakenPort(port, dev ? "npm run dev" : "npm start");
  const stopHandlingSignals = stopWithParent();
  await (dev ? buildCode : build)(say);
  const bundle = "../dist/server.mjs";
  const server: { main(options: { dev: boolean }): Promise<void> } = await import(bundle);
  // From here on the server handles its own shutdown.
  stopHandlingSignals();
  await server.main({ dev });
}

/** Before the long steps, so that this error comes first. */
async function refuseTakenPort(port: number, command: string): Promise<void> {
  // On some systems, a listener on all addresses and one on loopback can coexist.
  for (const host of [undefined, "127.0.0.1"]) {
    const code = await tryPort(port, host);
    if (code === "EADDRINUSE") {
      fail(
        `Port ${port} is in use. Stop the process that uses it, or use another port: PORT=${port + 1} ${command}`,
      );
    }
    if (code === "EACCES") {
      fail(`This user isn't allowed to use port ${port}. Use another port: PORT=3000 ${command}`);
    }
  }
}

function tryPort(port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen({ port, host }, () => probe.close(() => resolve(undefined)));
  });
}

function say(line: string): void {
  process.stderr.write(`${printableLines(line)}\n`);
}

function fail(line: string): never {
  say(line);
  process.exit(1);
}

await start().catch((error: Error) =>
  fail(PLAIN_ERRORS.has(error.name) ? error.message : (error.stack ?? String(error))),
);
