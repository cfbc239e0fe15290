/**
 * The process: opens the installation, starts the engine and the server, and stops them in reverse
 * order.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import { startEngine } from "#inngest/engine.ts";
import { logConsole } from "#installation/console.ts";
import { InstallationError } from "#installation/installation-error.ts";
import { openInstallation } from "#installation/open-installation.ts";
import { projectRoot } from "#installation/project-root.ts";
import { startupMessage } from "#installation/startup-message.ts";
import { stopHashing } from "#lib/auth/passwords/hashing.ts";
import { watchPressure } from "#lib/auth/storage/pressure.ts";
import { ConfigurationError } from "#lib/env.ts";
import { isFile } from "#lib/http/admission.ts";
import { beginStopping } from "#lib/http/readiness.ts";
import { log, logContext } from "#lib/log.ts";
import { stopDrawing } from "#lib/receipts/drawing/threads.ts";
import { ourServer } from "#lib/singleton.ts";
import { printableLines } from "#lib/text.ts";
import { connectDemoBank } from "#prisma/demo.ts";
import { routes } from "../generated/routes.ts";
import { builtPages } from "./built-pages.ts";
import { limitConnections } from "./connections.ts";
import { drainable } from "./drain.ts";
import { copyEnvironment } from "./environment.ts";
import { listenToAll, SERVER_OPTIONS } from "./http-server.ts";
import { createListener } from "./listener.ts";
import { cachePublicPages } from "./page-cache.ts";
import { renderByTurns } from "./render-queue.ts";
import { staticPage } from "./static-page.ts";
import { cutStalled } from "./unread.ts";

const say = (line: string) => process.stderr.write(`${printableLines(line)}\n`);

async function openNext() {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: projectRoot, quiet: true });
  await app.prepare();
  return { handle: app.getRequestHandler(), close: () => app.close() };
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
  ourServer().isInFront = true;
  if (env.environment === "sandbox") await connectDemoBank();
  logConsole();
  const next = await openNext();
  const stopEngine = await startEngine();
  const stopWatching = watchPressure();
  const server = createServer(SERVER_OPTIONS);
  limitConnections(server);
  cutStalled(server);
  const drain = drainable(server);
  const { pages, handlers } = builtPages(projectRoot);
  const isPage = (path: string) => !isFile(path) && !handlers.has(logContext().route ?? "");
  const listener = createListener({
    // Before the server listens: rendering it blocks the event loop for a while.
    routes: [...routes, { path: "/docs", module: { GET: await staticPage(next.handle, "/docs") } }],
    pages,
    next: cachePublicPages(renderByTurns(next.handle, isPage)),
  });
  listenToAll(server, listener);
  try {
    await once(server.listen(env), "listening");
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
    const { code, message, stack } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof ConfigurationError || error instanceof InstallationError;
    say(isExpected || code === "EADDRINUSE" ? message : String(stack));
    process.exit(1);
  }
}

// `node dist/server.mjs`, as deployed with only the build. `npm start` imports it instead.
if (import.meta.main) await main();
