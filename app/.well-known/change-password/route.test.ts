import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { routes } from "../../../generated/routes.ts";
import { GET } from "./route.ts";

it("leads password managers to the section of the settings in which a password is changed", () => {
  const response = GET(new Request("http://service.test/.well-known/change-password"));
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/settings#password");
  expect(existsSync(`${projectRoot}/app/(portal)/settings/password-section.tsx`)).toBe(true);
  expect(routes.map(({ path }) => path)).toContain("/.well-known/change-password");
});
