/** Who can reach a sandbox, and what its banks can reach. 127.0.0.2 is a second loopback address. */
import { connect } from "node:net";
import { expect, it } from "vitest";
import type { Application } from "./application.ts";

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.2");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
  });

/** Registers a webhook on this machine. @returns the response's status */
async function registerLoopback(app: Application): Promise<number> {
  const answer = await fetch(`${app.base}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { "X-Service-API-Key": app.demoKey, "Content-Type": "application/json" },
    body: JSON.stringify({ url: "http://127.0.0.1:9/hooks" }),
  });
  return answer.status;
}

type Expected = { others: boolean; loopback: number };

export function bindAddressTests(app: Application, { others, loopback }: Expected): void {
  it(`is ${others ? "" : "not "}reachable from other addresses`, async () => {
    expect(await accepts(app.port)).toBe(others);
  });

  it(`${others ? "rejects" : "allows"} webhooks to its own machine`, async () => {
    expect(await registerLoopback(app)).toBe(loopback);
  });
}
