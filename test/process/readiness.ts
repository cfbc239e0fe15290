import { once } from "node:events";
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

/** Sends part of a request. @returns a function that sends the rest and returns the response */
function beginRequest(sent: string) {
  const socket = connect(app.port, "127.0.0.1");
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
  const endDonation = beginRequest(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 20)}`);
  const endProbe = beginRequest("GET /readyz HTTP/1.1\r\n");
  // The server has accepted both connections once it answers the next one.
  expect(await probe("/readyz")).toBe(200);
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
