/** The platforms and the banks' receivers: real HTTP on loopback, one server for all of them. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Task } from "./tasks.ts";

/** A request, read to its end. */
export type Asked = { path: string; headers: IncomingHttpHeaders; body: string };

export type Handler = (asked: Asked, response: ServerResponse) => Promise<void>;

export type OutsideWorld = Awaited<ReturnType<typeof openOutsideWorld>>;

/** Opens it. */
export async function openOutsideWorld() {
  let handlers: Record<string, Handler> = {};
  let asker: () => Task | undefined = () => undefined;
  let failure: unknown;
  const server = createServer(async (request, response) => {
    const task = asker();
    const [, , name = "", ...rest] = (request.url ?? "").split("/");
    try {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      const handler = handlers[name];
      if (!handler) throw new Error(`nobody lives at ${request.url}`);
      if (task) task.away = true;
      await handler({ path: `/${rest.join("/")}`, headers: request.headers, body }, response);
    } catch (error) {
      failure ??= error;
      response.destroy();
    }
  });
  // Or else idle connections would be closed at moments that no seed decides.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  let world = 0;
  return {
    /**
     * Begins anew, at addresses that nobody remembers anything of.
     * @param nextAsker whose doing a request is
     * @returns the beginning of all addresses
     */
    begin(next: Record<string, Handler>, nextAsker: typeof asker): string {
      handlers = next;
      asker = nextAsker;
      failure = undefined;
      world += 1;
      return `http://127.0.0.1:${port}/${world}`;
    },
    /** @throws what went wrong in a handler */
    check(): void {
      if (failure) throw failure;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers with JSON, or with text as it is. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
