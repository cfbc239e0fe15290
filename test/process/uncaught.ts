/** An error that nothing caught: the process logs it, finishes what it has, and ends for its supervisor. */
import { expect, it } from "vitest";
import { app } from "./default-service.ts";

it("ends with an error code after it was logged, although Next.js would only note it", async () => {
  expect((await app.api("GET", "/v1/schools?limit=1")).status).toBe(200);
  expect(await app.stop("SIGUSR2")).toBe(1);
  const lines = app.output.split("\n").filter((line) => line.includes("thrown inside a listener"));
  expect(lines.some((line) => JSON.parse(line).msg.startsWith("uncaught exception"))).toBe(true);
  expect(app.output).toContain("Stopped. Your data is preserved.");
  // Nothing is left behind that would prevent the next start.
  await app.start();
  expect((await app.api("GET", "/v1/schools?limit=1")).status).toBe(200);
});
