/** Serves the platforms and receivers over real HTTP on loopback, all on one server. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Task } from "./tasks.ts";

/** A complete request. */
export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string };

export type Handler = (request: ReceivedRequest, response: ServerResponse) => Promise<void>;

export type OutsideWorld = Awaited<ReturnType<typeof openOutsideWorld>>;

/** Starts the server. */
export async function openOutsideWorld() {
  let handlers: Record<string, Handler> = {};
  let requestingTask: () => Task | undefined = () => undefined;
  let failure: unknown;
  const server = createServer(async (request, response) => {
    const task = requestingTask();
    const [, , name = "", ...rest] = (request.url ?? "").split("/");
    try {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      const handler = handlers[name];
      if (!handler) throw new Error(`no handler for ${request.url}`);
      if (task) task.away = true;
      await handler({ path: `/${rest.join("/")}`, headers: request.headers, body }, response);
    } catch (error) {
      failure ??= error;
      response.destroy();
    }
  });
  // Otherwise, idle connections would be closed at times that no seed controls.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  let world = 0;
  return {
    /**
     * Starts over with new URLs.
     * @param nextRequestingTask the task that a request belongs to
     * @returns the prefix of all URLs
     */
    begin(next: Record<string, Handler>, nextRequestingTask: typeof requestingTask): string {
      handlers = next;
      requestingTask = nextRequestingTask;
      failure = undefined;
      world += 1;
      return `http://127.0.0.1:${port}/${world}`;
    },
    /** @throws an error from a handler */
    check(): void {
      if (failure) throw failure;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Responds with JSON, or with text unchanged. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
