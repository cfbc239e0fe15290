import { expect, it } from "vitest";
import { env } from "#lib/env.ts";
import { startupMessage } from "./startup-message.ts";

const messageFor = (environment: "sandbox" | "production") =>
  startupMessage({ ...env(), environment }, "/srv/points-data");

it("names the data directory of a sandbox", () => {
  expect(messageFor("sandbox")).toContain("Data        /srv/points-data\n");
});

it("names no data directory in production, which uses none", () => {
  expect(messageFor("production")).toContain("is up (production)");
  expect(messageFor("production")).not.toContain("points-data");
});
