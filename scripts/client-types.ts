/** Writes the types of the bank client from the OpenAPI document, and what it exports: `npm run client:types`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { GET } from "#app/openapi.json/route.ts";
import { generateTypes } from "#client/generate.ts";
import { projectRoot } from "#installation/project-root.ts";

/** The generated file. */
export const CLIENT_TYPES = join(projectRoot, "packages", "client", "openapi.ts");

/** The types that match the current contracts. */
export async function renderClientTypes(): Promise<string> {
  const document = await GET(new Request("http://service.test/openapi.json"));
  return generateTypes(await document.json());
}

if (import.meta.main) {
  writeFileSync(CLIENT_TYPES, await renderClientTypes());
  await import("../packages/client/build.mjs");
  const { findingsIn } = await import("#client/test/api-report.ts");
  for (const finding of findingsIn(true)) process.stderr.write(`${finding}\n`);
}
