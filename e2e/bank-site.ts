/** A bank's site on another host name, with pages written by the test. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Page = { body: string; headers?: Record<string, string> };

/** Serves the given pages by path, as HTML unless their headers say otherwise. */
export async function serveSite(pages: Record<string, Page>) {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? "").split("?")[0] as string];
    response.writeHead(page ? 200 : 404, { "Content-Type": "text/html", ...page?.headers });
    response.end(page?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
