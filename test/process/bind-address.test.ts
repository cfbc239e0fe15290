/** Who can reach a sandbox, and what its banks may reach: 127.0.0.2 is this machine, by an address of its own. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Application } from "./application.ts";

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.2");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
  });

/** Registers a webhook on this machine. @returns the answer's status */
async function registerLoopback(app: Application): Promise<number> {
  const answer = await fetch(`${app.base}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { "X-Service-API-Key": app.demoKey, "Content-Type": "application/json" },
    body: JSON.stringify({ url: "http://127.0.0.1:9/hooks" }),
  });
  return answer.status;
}

describe.each([
  ["a sandbox as it starts by itself", {}, { others: false, loopback: 201 }],
  ["a sandbox that others reach", { BIND_ADDRESS: "0.0.0.0" }, { others: true, loopback: 422 }],
] as const)("%s", (_what, settings, { others, loopback }) => {
  const app = new Application(settings);
  beforeAll(() => app.start());
  afterAll(() => app.remove());

  it(`is ${others ? "" : "not "}reached by other addresses`, async () => {
    expect(await accepts(app.port)).toBe(others);
  });

  it(`${others ? "takes no" : "takes"} webhooks to its own machine`, async () => {
    expect(await registerLoopback(app)).toBe(loopback);
  });
});
