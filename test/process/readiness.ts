import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { eventually } from "./application.ts";
import { app } from "./default-service.ts";

/** What a load balancer sees: a status, or no response. */
const probe = (path: string) =>
  fetch(app.base + path).then(
    ({ status }) => status,
    () => "refused" as const,
  );

/** Waits until the server has accepted every connection that was made before: it answers on a new one. */
async function accepted(): Promise<void> {
  const request = get(`${app.base}/readyz`, { agent: false });
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(200);
  response.resume();
}

/** Sends part of a request. @returns a function that sends the rest and returns the response */
async function beginRequest(sent: string) {
  const socket = connect(app.port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.write(sent);
  return async (rest: string): Promise<string> => {
    const closed = once(socket, "close");
    socket.write(rest);
    await closed;
    return answer;
  };
}

it("isn't ready once it gets the stop signal, and completes the requests in progress", async () => {
  const body = JSON.stringify({
    bank_transaction_ref: "in-progress",
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  });
  const head = [
    "POST /v1/donations/request HTTP/1.1",
    "Host: localhost",
    `X-Service-API-Key: ${app.demoKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  const endDonation = await beginRequest(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 20)}`);
  const endProbe = await beginRequest("GET /readyz HTTP/1.1\r\n");
  await accepted();
  const ended = app.stop();
  await eventually(
    async () => ((await probe("/readyz")) === "refused" ? true : undefined),
    "it accepts no new connections",
  );
  expect(await endProbe("Host: localhost\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
  const answer = await endDonation(body.slice(20));
  expect(answer).toMatch(/^HTTP\/1\.1 202 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  expect(await ended).toBe(0);
});
