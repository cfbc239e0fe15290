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
import type { NextHandler } from "#lib/framework/next-pages.ts";
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

async function openNext(dev: boolean) {
  const { default: next } = await import("next");
  const app = next({ dev, dir: projectRoot, quiet: true });
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

/** What serves the pages, and what they are called; in development nothing is built, so nothing is kept or named. */
async function openPages(next: NextHandler, dev: boolean) {
  if (dev) return { pages: next, nameOf: undefined, docs: [] };
  // Before the server listens: rendering it blocks the event loop for a while.
  const docs = [{ path: "/docs", module: { GET: await staticPage(next, "/docs") } }];
  const pages = cachePublicPages(renderByTurns(next, builtPageTest(projectRoot)));
  return { pages, nameOf: builtPageNames(projectRoot), docs };
}

/** @returns the exit code */
async function run(dev: boolean): Promise<number> {
  const stop = waitForStop();
  const installation = await openInstallation(say);
  const { env } = installation;
  copyEnvironment();
  if (env.environment === "sandbox") await connectDemoBank();
  // In development, it is for whoever reads the terminal.
  if (!dev) logConsole();
  const next = await openNext(dev);
  const stopEngine = await startEngine();
  const stopWatching = watchPressure();
  // Next.js' development server tells open pages through a websocket what was edited.
  const upgrades = dev ? { shouldUpgradeCallback: () => true } : {};
  const server = createServer({ ...SERVER_OPTIONS, ...upgrades });
  limitConnections(server);
  cutStalled(server);
  const drain = drainable(server);
  const { pages, nameOf, docs } = await openPages(next.handle, dev);
  const door = frontDoor(routeTable([...routes, ...docs]), pages, nameOf);
  listenToAll(server, door, (socket) => void refuseUnreadable(socket));
  try {
    await listen(server, env);
    process.stdout.write(printableLines(startupMessage(env, installation.dataDir)));
    // Node keeps it at an orderly end only: a service that is killed would start slowly the next time, too.
    flushCompileCache();
    await stop;
    beginStopping();
    say("Stopping. Finishing the requests and steps in progress…");
    // Pages that are open in development hold on to their websockets.
    if (!dev) await drain();
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

/**
 * Runs the application until it is asked to stop. Exits 1 with one sentence if it cannot start.
 * @param options.dev whether Next.js compiles the pages from source instead of serving those that were built
 */
export async function main({ dev = false } = {}): Promise<void> {
  process.on("unhandledRejection", (reason) => log().error({ err: reason }, "unhandled rejection"));
  try {
    process.exit(await run(dev));
  } catch (error) {
    const expected = error instanceof ConfigurationError || error instanceof InstallationError;
    say(expected ? error.message : String((error as Error).stack ?? error));
    process.exit(1);
  }
}

// `node dist/server.mjs`, as deployed with only the build. `npm start` imports it instead.
if (import.meta.main) await main();
