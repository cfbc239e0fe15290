import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { env } from "#lib/env.ts";
import { exampleOf } from "#lib/http/openapi.ts";
import { routes } from "../../generated/routes.ts";
import { contracts, webhooks } from "./contracts.ts";
import { GET } from "./route.ts";

const ask = () => GET(new Request("http://service.test/openapi.json"));

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, as a client sees it.
const document: any = await (await ask()).json();
type Documented = Record<
  string,
  { headers: object; content?: Record<string, { examples: object }> } | undefined
>;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const documented = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
);

it("is OpenAPI 3.1.0 of interface version 1.0.0", () => {
  expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
});

it("passes a public linter", async () => {
  expect(await lint(JSON.stringify(document))).toEqual([]);
});

it("lists the base URL, by an address that linters don't take for a placeholder", () => {
  const url = env().publicBaseUrl.replace("//localhost", "//127.0.0.1");
  expect(document.servers).toMatchObject([{ url }]);
});

it("documents a 405 with an Allow header for every path", () => {
  for (const [path, item] of Object.entries<Record<string, { responses: Documented }>>(
    document.paths,
  )) {
    for (const { responses } of Object.values(item)) {
      const { headers, content } = responses["405"] ?? {};
      expect(headers, path).toHaveProperty("Allow");
      expect(headers, path).not.toHaveProperty("RateLimit");
      expect(content?.["application/json"]?.examples, path).toHaveProperty("METHOD_NOT_ALLOWED");
    }
  }
});

it("the linter reports a deliberate error", async () => {
  const { operationId: _, ...broken } = document.paths["/v1/schools"].get;
  const paths = { ...document.paths, "/v1/schools": { get: { ...broken, responses: {} } } };
  expect(await lint(JSON.stringify({ ...document, paths }))).not.toEqual([]);
});

it("documents every route under /v1 and nothing else", () => {
  const served = routes
    .filter(({ path }) => path.startsWith("/v1/"))
    .flatMap(({ path, module }) =>
      METHODS.filter((method) => method in module).map(
        (method) => `${method} ${path.replace(/\[(\w+)\]/g, "{$1}")}`,
      ),
    );
  expect(documented.sort()).toEqual(served.sort());
});

it("names each operation once and tags extensions separately", () => {
  const all = Object.values<Record<string, { operationId: string; tags: string[] }>>(
    document.paths,
  ).flatMap((item) => Object.values(item));
  expect(new Set(all.map((one) => one.operationId)).size).toBe(all.length);
  const beyond = all.filter((one) => one.tags[0]?.endsWith("(extension)"));
  const interfaceOnly = all.filter((one) => !beyond.includes(one)).map((one) => one.operationId);
  expect(interfaceOnly.sort()).toEqual([
    "createEmbedToken",
    "followSchool",
    "forgotPassword",
    "getAccount",
    "getDonation",
    "getPortalDonation",
    "getPreferences",
    "getProfile",
    "getReceipt",
    "getSchool",
    "linkAccount",
    "listAccounts",
    "listLoyaltyAccounts",
    "listPortalDonations",
    "listPortalSchools",
    "listSchools",
    "login",
    "logout",
    "refreshTokens",
    "requestDonation",
    "requestPortalDonation",
    "resendReceipt",
    "unlinkAccount",
    "updatePreferences",
    "updateProfile",
  ]);
});

/** The fields without a description. */
function undescribed(node: unknown, path: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties, description, ...rest } = node as Record<string, object>;
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const isDescribed = "description" in field || "$ref" in field;
    return [...(isDescribed ? [] : [`${path}.${name}`]), ...undescribed(field, `${path}.${name}`)];
  });
  return [...fields, ...Object.values(rest).flatMap((inner) => undescribed(inner, path))];
}

it("describes each field and each parameter", () => {
  const schemas = Object.entries(document.components.schemas);
  expect(schemas.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
  const parameters = Object.entries<Record<string, { parameters?: { name: string }[] }>>(
    document.paths,
  )
    .flatMap(([path, item]) => Object.values(item).map((one) => ({ path, ...one })))
    .flatMap(({ path, parameters = [] }) =>
      parameters.filter((one) => !("description" in one)).map(({ name }) => `${path} ${name}`),
    );
  expect(parameters).toEqual([]);
});

describe.each(contracts)("$id", (contract) => {
  it("has examples that its own schemas accept", () => {
    for (const schema of [contract.body, contract.data]) {
      if (schema) expect(schema.safeParse(exampleOf(schema)).error).toBeUndefined();
    }
  });

  it("has exactly the parameters in its path", () => {
    const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(contract.params?.shape ?? {})).toEqual(inPath);
  });
});

it.each(webhooks)("documents $type with an example that its schema accepts", ({ body }) => {
  expect(body.safeParse(exampleOf(body)).error).toBeUndefined();
});

it("is readable from any origin and cached for a few minutes", async () => {
  const { headers } = await ask();
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
});
