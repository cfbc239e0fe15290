// A bank's authorization address in a few lines: verifies each request, decides once, and answers.
//   node docs/examples/authorize-gifts.mjs PORT SECRET POINTS
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const [port, secret, points] = process.argv.slice(2);
const webhook = new Webhook(secret);
// In production: a table with a unique key, written in the transaction that holds the points.
const decisions = new Map();
let balance = Number(points);

function decide({ authorization_id: id, points: wanted }) {
  const known = decisions.get(id);
  if (known) return known;
  const decision =
    wanted <= balance
      ? { decision: "approved", hold_reference: `hold-${decisions.size + 1}` }
      : { decision: "declined", reason: "insufficient points" };
  if (decision.decision === "approved") balance -= wanted;
  decisions.set(id, decision);
  return decision;
}

createServer(async (request, response) => {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { data } = webhook.verify(Buffer.concat(chunks), request.headers);
    response.writeHead(200).end(JSON.stringify(decide(data)));
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(port), "127.0.0.1");
