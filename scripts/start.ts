/**
 * `npm start`: runs the quick checks, builds what is out of date, and runs the service.
 * `npm run dev` (`--dev`): the same, but Next.js compiles pages when they are opened or edited.
 */
import { InstallationError } from "#installation/installation-error.ts";
import { portProblem } from "#installation/ports.ts";
import { loadEnvFile } from "#installation/project-root.ts";
import { readEnv } from "#lib/env.ts";
import { build, buildCode } from "./build.ts";
import { fail, say, stopWithParent } from "./steps.ts";

async function start(): Promise<void> {
  const dev = process.argv.includes("--dev");
  Object.assign(process.env, {
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  loadEnvFile();
  const { port, environment } = readEnv(process.env);
  if (dev && environment === "production") {
    throw new InstallationError(
      "npm run dev is only for a sandbox: its pages allow scripts that production forbids.",
    );
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
    const code = await portProblem(port, host);
    if (code === "EADDRINUSE") {
      throw new InstallationError(
        `Port ${port} is in use. Stop the process that uses it, or use another port: PORT=${port + 1} ${command}`,
      );
    }
    if (code === "EACCES") {
      throw new InstallationError(
        `This user isn't allowed to use port ${port}. Use another port: PORT=3000 ${command}`,
      );
    }
  }
}

await start().catch(fail);
