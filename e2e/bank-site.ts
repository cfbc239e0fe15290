/** A site of a bank, on another host name than the application, whose pages a test writes. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Page = { html: string; headers?: Record<string, string> };

/** Serves pages by their path. @param pages told with the site's own origin, or made by it */
export async function serveSite(pages: Record<string, string | Page>, host = "127.0.0.1") {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? "").split("?")[0] as string];
    if (page === undefined) return answer(response, 404, { html: "" });
    return answer(response, 200, typeof page === "string" ? { html: page } : page);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(response: ServerResponse, status: number, { html, headers }: Page): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8", ...headers });
  response.end(`<!doctype html>${html}`);
}
