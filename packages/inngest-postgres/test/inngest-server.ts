/** Serves the fixtures to a real Inngest server, if the environment names one. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import type pg from "pg";
import { fixtureFunctions } from "./fixtures.ts";
import { effectsOf, QUIET, sender } from "./harness.ts";

export const BASE_URL_NAME = "TEST_INNGEST_BASE_URL";

/** The server's URL, if any. */
export const inngestBaseUrl = () => process.env[BASE_URL_NAME] || undefined;

const PATH = "/api/inngest";

function clientOptions() {
  const { TEST_INNGEST_EVENT_KEY, TEST_INNGEST_SIGNING_KEY } = process.env;
  const signingKey = TEST_INNGEST_SIGNING_KEY || undefined;
  const options = { eventKey: TEST_INNGEST_EVENT_KEY || undefined, signingKey };
  const defined = Object.entries(options).filter(([, value]) => value !== undefined);
  // Without a signing key, it can only be a dev server.
  return { baseUrl: inngestBaseUrl(), isDev: !signingKey, ...Object.fromEntries(defined) };
}

/** Serves the fixtures over HTTP and registers them with the server. */
export async function startServed(pool: pg.Pool) {
  const client = new Inngest({ id: "fixtures", logger: QUIET, ...clientOptions() });
  // How the server reaches this process, which may differ if it runs in a container.
  const host = process.env.TEST_INNGEST_SERVE_HOST || "127.0.0.1";
  const http = createServer().listen(0, host === "127.0.0.1" ? host : undefined);
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const serveOrigin = `http://${host}:${port}`;
  const functions = fixtureFunctions(client, effectsOf(pool));
  http.on("request", serve({ client, functions, serveOrigin, servePath: PATH }));
  const stop = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  // Called on loopback, which always works. The server gets the origin above.
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: "PUT" });
  if (!response.ok) {
    await stop();
    throw new Error(`The server didn't accept the functions: ${await response.text()}`);
  }
  return { send: sender(client), stop };
}
