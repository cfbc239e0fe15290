/** @packageDocumentation An API client for a bank's server. Its API key must never be in an app. */
// biome-ignore-all lint/performance/noBarrelFile: what the package exports.
// biome-ignore-all lint/performance/noReExportAll: all that these files export is for banks.
export * from "./authorizations.ts";
export * from "./books.ts";
export * from "./client.ts";
export * from "./donations.ts";
export * from "./errors.ts";
export * from "./linking.ts";
export type { components, operations, paths, webhooks } from "./openapi.ts";
export type * from "./operations.ts";
export * from "./pages.ts";
export * from "./reconcile.ts";
export * from "./webhooks.ts";
