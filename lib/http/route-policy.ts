/**
 * What a route says of itself: `export const policy` in its `route.ts` or `page.tsx`, a literal, or in a `layout.tsx` for
 * all pages below. A form's is an entry of `policies` in its `forms.ts`. The generator (scripts/route-table.ts) collects them in generated/manifest.ts, where both
 * servers, the limits, and the suites read them.
 */
import type { Action } from "../auth/permissions.ts";

/** A file that browsers open as a document (app/content-security-policy.ts). */
export type DocumentKind = "svg" | "pdf" | "email";

export type RoutePolicy = {
  /**
   * `api`: our server calls the handler itself, which needs nothing of Next.js and sets all of its headers. `internal`:
   * only Next.js may lead here. If undefined, Next.js calls it.
   */
  server?: "api" | "internal";
  /**
   * The limit that its requests count against. If undefined, the signed-in person's, or their network's. `gate`: its
   * endpoint's gate counts. `files`: a page loads many. `bank-key`: the API key in its Basic credentials, if it was recently
   * valid. `inngest`: none for the Inngest server, whose bodies may also be larger. `none`: health checks are never refused,
   * since a failure would restart the process.
   */
  limit?: "gate" | "files" | "bank-key" | "inngest" | "none";
  /** Health checks may use any host name. */
  anyHost?: true;
  /** The file's own Content-Security-Policy, instead of a page's. */
  document?: DocumentKind;
  /** The demo bank's page is the only one that embeds the donation flow. */
  framesFlow?: true;
  /** Without a query, the page is the same for all visitors without a session, who get it from a cache. */
  cached?: true;
  /** `false`: also sent without React, whoever is signed in, since public/page.js does what scripts do. */
  react?: false;
  /**
   * What the role of a team's member has to allow to send it a file, which is larger than other bodies. Its parameter
   * `token` is the one that the page added for the session in which it was shown.
   */
  upload?: Action;
};

export type Route = RoutePolicy & {
  /** As its folders are named: `/v1/donations/[donation_id]`. */
  path: string;
  /** Next.js sends forms to app/forms/route.ts. */
  kind: "page" | "handler" | "form" | "file";
  /** The methods that it supports; those of pages if undefined. */
  methods?: readonly string[];
};

/** The route of operations: `/v1/donations/{donation_id}` → `/v1/donations/[donation_id]`. */
export const operationRoute = (path: string) => ({
  path: path.replace(/\{(\w+)\}/g, "[$1]"),
  limit: "gate" as const,
});
