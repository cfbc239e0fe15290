/**
 * A bank's webhook receiver as a process: it accepts any signed webhook immediately. After the message `hang`,
 * it leaves requests to `/hanging` unanswered until the message `answer`.
 */
import { createServer, type ServerResponse } from "node:http";

let hangs = false;
const waiting = new Set<ServerResponse>();

function answer(response: ServerResponse): void {
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    if (!request.headers["webhook-signature"]) return void response.writeHead(401).end();
    if (!hangs || request.url !== "/hanging") return answer(response);
    waiting.add(response);
    response.on("close", () => waiting.delete(response));
  });
});
server.listen(Number(process.env.PORT), "127.0.0.1");

process.on("message", (message) => {
  hangs = message === "hang";
  if (!hangs) for (const response of waiting) answer(response);
});
for (const end of ["SIGTERM", "disconnect"]) process.on(end, () => process.exit(0));
