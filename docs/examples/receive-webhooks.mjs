// A bank's webhook receiver in a few lines: verifies each webhook and prints it, once.
//   node docs/examples/receive-webhooks.mjs PORT SECRET
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const [port, secret] = process.argv.slice(2);
const webhook = new Webhook(secret);
// In production: a table with a unique key, written before you answer.
const taken = new Set();

createServer(async (request, response) => {
  const id = request.headers["webhook-id"];
  let event;
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    // Verify the raw bytes, before anything parses them as JSON.
    event = webhook.verify(Buffer.concat(chunks), request.headers);
  } catch (error) {
    console.log(`refused: ${error.message}`);
    response.writeHead(400).end();
    return;
  }
  console.log(taken.has(id) ? `already processed: ${id}` : `verified ${event.type} ${id}`);
  if (!taken.has(id)) console.log(JSON.stringify(event.data, null, 2));
  taken.add(id);
  response.writeHead(204).end();
}).listen(Number(port), "127.0.0.1");
