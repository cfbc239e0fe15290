import { expect, it } from "vitest";
import { routes } from "../generated/routes.ts";
import { routeTable } from "./route-table.ts";

const table = routeTable(
  [
    "/donations/[donation_id]",
    "/donations/request",
    "/donations/[donation_id]/receipt",
    "/[...rest]/end",
    "/files/[...path]",
    "/a.b",
    "/",
  ].map((path) => ({ path, module: {} })),
);

it.each([
  ["/donations/request", "/donations/request", {}],
  ["/donations/7", "/donations/[donation_id]", { donation_id: "7" }],
  ["/donations/a%2Fb%20c", "/donations/[donation_id]", { donation_id: "a/b c" }],
  ["/donations/request/receipt", "/donations/[donation_id]/receipt", { donation_id: "request" }],
  ["/files/a/b", "/files/[...path]", { path: "a/b" }],
  ["/a.b", "/a.b", {}],
  ["/", "/", {}],
])("%s leads to %s", (path, template, params) => {
  const match = table.match(path);
  expect([match?.route.path, match?.params]).toEqual([template, params]);
});

it.each([
  "/donations",
  "/donations/",
  "/donations//receipt",
  "/donations/7/",
  "/aXb",
  "/files/",
  "",
])("%s leads nowhere", (path) => {
  expect(table.match(path)).toBeUndefined();
});

it("every route of the product matches its own path", () => {
  const own = routeTable(routes);
  for (const { path } of routes) {
    expect(own.match(path.replaceAll(/\[(\w+)\]/g, "some-$1"))?.route.path).toBe(path);
  }
});
