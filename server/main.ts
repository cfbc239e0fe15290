/**
 * The process: opens the installation, starts the engine and the front door, and stops them in reverse
 * order.
 */
import { createServer, type Server } from "node:http";
import { flushCompileCache } from "node:module";
import { InstallationError } from "#installation/installation-error.ts";
import { openInstallation } from "#installation/open-installation.ts";
import { projectRoot } from "#installation/project-root.ts";
import { stopHashing } from "#lib/auth/passwords/hashing.ts";
import { watchPressure } from "#lib/auth/storage/pressure.ts";
import { ConfigurationError, type Env } from "#lib/env.ts";
import { logConsole } from "#lib/framework/console.ts";
import { copyEnvironment } from "#lib/framework/environment.ts";
import { listenToAll, SERVER_OPTIONS } from "#lib/framework/http-server.ts";
import { beginStopping } from "#lib/http/readiness.ts";
import { log } from "#lib/log.ts";
import { stopDrawing } from "#lib/receipts/drawing/threads.ts";
import { printableLines } from "#lib/text.ts";
import { connectDemoBank } from "#prisma/demo.ts";
import { routes } from "../generated/routes.ts";
import { limitConnections } from "./connections.ts";
import { drainable } from "./drain.ts";
import { startEngine } from "./engine.ts";
import { frontDoor } from "./front-door.ts";
import { cachePublicPages } from "./page-cache.ts";
import { builtPageNames, builtPageTest } from "./page-names.ts";
import { refuseUnreadable } from "./refusals.ts";
import { renderByTurns } from "./render-queue.ts";
import { routeTable } from "./route-table.ts";
import { startupMessage } from "./startup-message.ts";
import { staticPage } from "./static-page.ts";
import { cutStalled } from "./unread-responses.ts";

const say = (line: string) => process.stderr.write(`${printableLines(line)}\n`);

async function openNext() {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: projectRoot, quiet: true });
  await app.prepare();
  return { handle: app.getRequestHandler(), close: () => app.close() };
}

function listen(server: Server, { port, host }: Pick<Env, "port" | "host">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigurationError(
              `Port ${port} is in use. Stop the process that uses it, or use another port: PORT=${port + 1} npm start`,
            )
          : error,
      ),
    );
    server.listen({ port, host }, resolve);
  });
}

/** How long the process may take to stop after an error that nothing caught. */
const STOP_AFTER_ERROR_MS = 30_000;

/**
 * Waits until this process has to stop: Ctrl-C, SIGTERM, the end of its parent, or an error that nothing caught,
 * after which its state can't be trusted. (Next.js has a handler that only logs, which would keep the process.)
 * @returns the exit code
 */
function waitForStop(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.on(signal, () => resolve(0));
    process.on("uncaughtException", (error) => {
      log().fatal({ err: error }, "uncaught exception: the process stops");
      setTimeout(() => process.exit(1), STOP_AFTER_ERROR_MS).unref();
      resolve(1);
    });
  });
}

/** @returns the exit code */
async function run(): Promise<number> {
  const stop = waitForStop();
  const installation = await openInstallation(say);
  const { env } = installation;
  copyEnvironment();
  if (env.environment === "sandbox") await connectDemoBank();
  logConsole();
  const next = await openNext();
  const stopEngine = await startEngine();
  const stopWatching = watchPressure();
  const server = createServer(SERVER_OPTIONS);
  limitConnections(server);
  cutStalled(server);
  const drain = drainable(server);
  // Before the server listens: rendering it blocks the event loop for a while.
  const docs = { path: "/docs", module: { GET: await staticPage(next.handle, "/docs") } };
  const table = routeTable([...routes, docs]);
  const pages = cachePublicPages(renderByTurns(next.handle, builtPageTest(projectRoot)));
  const door = frontDoor(table, pages, builtPageNames(projectRoot));
  listenToAll(server, door, (socket) => void refuseUnreadable(socket));
  try {
    await listen(server, env);
    process.stdout.write(printableLines(startupMessage(env, installation.dataDir)));
    // Node keeps it at an orderly end only: a service that is killed would start slowly the next time, too.
    flushCompileCache();
    await stop;
    beginStopping();
    say("Stopping. Finishing the requests and steps in progress…");
    await drain();
  } finally {
    stopWatching();
    await stopEngine();
    await next.close();
    await stopDrawing();
    await stopHashing();
    await installation.close();
  }
  say("Stopped. Your data is preserved.");
  return stop;
}

/** Runs the application until it is asked to stop. Exits 1 with one sentence if it cannot start. */
export async function main(): Promise<void> {
  process.on("unhandledRejection", (reason) => log().error({ err: reason }, "unhandled rejection"));
  try {
    process.exit(await run());
  } catch (error) {
    const expected = error instanceof ConfigurationError || error instanceof InstallationError;
    say(expected ? error.message : String((error as Error).stack ?? error));
    process.exit(1);
  }
}

// `node dist/server.mjs`, as deployed with only the build. `npm start` imports it instead.
if (import.meta.main) await main();
