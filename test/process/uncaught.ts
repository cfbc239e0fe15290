/** An uncaught error: the process logs it, finishes its work, and exits for its supervisor. */
import { expect, it } from "vitest";
import { app } from "./default-service.ts";

it("exits with an error code after logging it, although Next.js would only log it", async () => {
  expect((await app.api("GET", "/v1/schools?limit=1")).status).toBe(200);
  expect(await app.stop("SIGUSR2")).toBe(1);
  const lines = app.output.split("\n").filter((line) => line.includes("thrown inside a listener"));
  expect(lines.some((line) => JSON.parse(line).msg.startsWith("uncaught exception"))).toBe(true);
  expect(app.output).toContain("Stopped. Your data is preserved.");
  // It can be started again.
  await app.start();
  expect((await app.api("GET", "/v1/schools?limit=1")).status).toBe(200);
});
