/** A bank's program that uses the client as `import` and `require` load it. Runs on Node.js, Deno, and Bun. */
import { Buffer } from "node:buffer";
import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import process from "node:process";
import * as imported from "@points-to-donation/bank-client";

const required = createRequire(import.meta.url)("@points-to-donation/bank-client");
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (part) => Buffer.from(JSON.stringify(part)).toString("base64url");
const SECRET = `whsec_${"A".repeat(32)}`;
const DONATION = {
  ...{ bank_transaction_ref: "tx-1", dollar_amount: 25 },
  ...{ school_id: "ohio-state", fund_designation: "annual-fund" },
};

async function use(client) {
  let requests = 0;
  let token;
  const answers = {
    "/oauth/token": () => [200, { id_token: token }],
    "/oauth/jwks": () => [200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1" }] }],
    "/v1/donations/request": () =>
      requests === 1
        ? [503, { success: false, error: { code: "SERVICE_UNAVAILABLE" } }]
        : [202, { success: true, data: { donation_id: "d-1" }, meta: {} }],
  };
  const server = createServer((request, response) => {
    requests += 1;
    const answer = answers[request.url];
    // Otherwise, it never answers.
    if (!answer) return;
    const [status, body] = answer();
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const bank = client.createBankClient({ baseUrl, apiKey: "svc_test_a:b" });
  const { donation_id } = await client.submitDonation(bank, DONATION);
  const body = new TextEncoder().encode('{"type":"webhook.test"}');
  const { type } = client.verifyWebhook(SECRET, client.signWebhook(SECRET, body), body);
  const claims = { iss: baseUrl, aud: "bank", nonce: "n", sub: "u-1", exp: Date.now() };
  const signed = `${encode({ alg: "RS256", kid: "1" })}.${encode(claims)}`;
  token = `${signed}.${createSign("sha256").update(signed).sign(privateKey, "base64url")}`;
  const query = new URLSearchParams({ state: "s", iss: baseUrl, code: "c" });
  const session = { state: "s", nonce: "n", verifier: "v" };
  const { sub } = await client.completeLink(bank, {
    bankId: "bank",
    redirectUri: "",
    query,
    session,
  });
  const late = await bank
    .GET("/v1/schools", { attempts: 1, timeoutMs: 200 })
    .catch(({ name, cause }) => `${name} ${cause.name}`);
  const aborted = await bank
    .GET("/v1/schools", { signal: AbortSignal.timeout(200) })
    .catch(({ name }) => name);
  return [donation_id, type, sub, late, aborted].join();
}

for (const client of [imported, required]) process.stdout.write(`${await use(client)}\n`);
process.exit();
