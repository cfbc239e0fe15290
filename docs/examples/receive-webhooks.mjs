// A bank's webhook receiver in a few lines: verifies each webhook and prints it.
//   node docs/examples/receive-webhooks.mjs PORT SECRET
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const [port, secret] = process.argv.slice(2);
const webhook = new Webhook(secret);

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  try {
    // Verify the bytes as they came, before anything reads them as JSON.
    const { type, data } = webhook.verify(body, request.headers);
    console.log(`verified ${type} ${request.headers["webhook-id"]}`);
    console.log(JSON.stringify(data, null, 2));
    response.writeHead(204).end();
  } catch (error) {
    console.log(`refused: ${error.message}`);
    response.writeHead(401).end();
  }
}).listen(Number(port), "127.0.0.1");
