/** The process: opens the installation, starts the engine and the server, and stops them in reverse order. */
import { once } from "node:events";
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import { startEngine } from "#inngest/engine.ts";
import { copyEnvironment } from "#inngest/environment.ts";
import { logConsole } from "#installation/console.ts";
import { InstallationError } from "#installation/installation-error.ts";
import { openInstallation } from "#installation/open-installation.ts";
import { projectRoot } from "#installation/project-root.ts";
import { startupMessage } from "#installation/startup-message.ts";
import { stopHashing } from "#lib/auth/passwords/hashing.ts";
import { ConfigurationError } from "#lib/env.ts";
import { beginStopping } from "#lib/http/readiness.ts";
import { findRoute } from "#lib/http/router.ts";
import { log } from "#lib/log.ts";
import { stopDrawing } from "#lib/receipts/drawing/threads.ts";
import { makeSignInLinks } from "#lib/sandbox/sign-in-links.ts";
import { customServer } from "#lib/singleton.ts";
import { watchPressure } from "#lib/storage/pressure.ts";
import { printableLines } from "#lib/text.ts";
import { connectDemoBank } from "#prisma/demo.ts";
import { routes } from "../generated/routes.ts";
import { withCertification } from "./certify.ts";
import { limitConnections } from "./connections.ts";
import { makeDrainable } from "./drain.ts";
import { listenToAll, SERVER_OPTIONS } from "./http-server.ts";
import { createListener, type NextHandler } from "./listener.ts";
import { cachePublicPages } from "./page-cache.ts";
import { limitRendering } from "./render-queue.ts";
import { closeStalledConnections } from "./unread.ts";

const print = (line: string) => process.stderr.write(`${printableLines(line)}\n`);

/** How long the process may take to stop after an uncaught error. */
const STOP_AFTER_ERROR_MS = 30_000;

/**
 * Whether a client disconnected before its response. Next.js replaces a request's listeners with its buffered body
 * (`replaceRequestBody`), so until a handler reads the body, nothing else catches this error.
 */
const isDisconnect = (error?: NodeJS.ErrnoException) =>
  error?.code === "ECONNRESET" && error.message === "aborted";

/**
 * Waits until this process must stop: Ctrl-C, SIGTERM, the parent's exit, or an uncaught error,
 * after which its state can't be trusted. (Next.js adds a handler that only logs, which would keep the process alive.)
 * @returns the exit code
 */
function waitForShutdownSignal(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.on(signal, () => resolve(0));
    process.on("uncaughtException", (error) => {
      if (isDisconnect(error)) return;
      log().fatal({ err: error }, "uncaught exception: the process stops");
      setTimeout(() => process.exit(1), STOP_AFTER_ERROR_MS).unref();
      resolve(1);
    });
  });
}

/** Serves a build: pages are rendered with limited concurrency, and public ones are cached. */
function withBuild(handle: NextHandler): NextHandler {
  const isPage = (path: string) => (findRoute(path).route?.kind ?? "page") === "page";
  return cachePublicPages(limitRendering(handle, isPage));
}

/** @returns the exit code */
async function run(dev: boolean): Promise<number> {
  const stop = waitForShutdownSignal();
  // Next.js and the packages it bundles resolve their files from here.
  process.chdir(projectRoot);
  const installation = await openInstallation(print);
  const { env } = installation;
  copyEnvironment();
  customServer().isActive = true;
  if (env.environment === "sandbox") await connectDemoBank();
  // In development, console output is for the developer.
  if (!dev) logConsole();
  const { default: next } = await import("next");
  const app = next({ dev, dir: projectRoot, quiet: true });
  await app.prepare();
  const handle = app.getRequestHandler();
  const stopEngine = await startEngine();
  const stopWatching = watchPressure();
  // Next.js's development server notifies open pages of edits over a WebSocket.
  const server = createServer({ ...SERVER_OPTIONS, shouldUpgradeCallback: () => dev });
  limitConnections(server);
  closeStalledConnections(server);
  const drain = makeDrainable(server);
  const listener = createListener({ routes, next: dev ? handle : withBuild(handle) });
  listenToAll(server, withCertification(listener));
  try {
    const links = await makeSignInLinks();
    await once(server.listen(env), "listening");
    process.stdout.write(printableLines(startupMessage(env, installation.dataDir, links)));
    // Node.js saves the cache only on a clean exit, so after being killed the service would start slowly.
    flushCompileCache();
    await stop;
    beginStopping();
    print("Stopping. Finishing the requests and steps in progress…");
    // In development, open pages' WebSockets would keep it waiting.
    if (!dev) await drain();
  } finally {
    stopWatching();
    await stopEngine();
    await app.close();
    await stopDrawing();
    await stopHashing();
    await installation.close();
  }
  print("Stopped. Your data is preserved.");
  return stop;
}

/**
 * Runs the application until it is stopped. Exits with code 1 and a one-line message if it can't start.
 * @param options.dev whether Next.js compiles pages from source instead of serving a build
 */
export async function main({ dev = false } = {}): Promise<void> {
  process.on("unhandledRejection", (reason) => log().error({ err: reason }, "unhandled rejection"));
  try {
    process.exit(await run(dev));
  } catch (error) {
    const { code, message, stack } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof ConfigurationError || error instanceof InstallationError;
    print(isExpected || code === "EADDRINUSE" ? message : String(stack));
    process.exit(1);
  }
}

// `node dist/server.mjs`, in a deployment of only the build. `npm start` imports it instead.
if (import.meta.main) await main();
