import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "#lib/env.ts";

/** Behind the sign-in, embedded by banks, or for API clients. */
const NOT_INDEXED = [
  "/home",
  "/give",
  "/donations",
  "/settings",
  "/embed",
  "/v1",
  "/operator",
  // Not `/banks` and `/schools`.
  "/bank$",
  "/bank/",
  "/school$",
  "/school/",
];

/** `/robots.txt`. A sandbox isn't indexed at all. Pages also set their own `robots` metadata. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  // Rendered per request: the environment is known at run time, not at build time.
  await connection();
  const { environment, publicBaseUrl } = env();
  if (environment === "sandbox") return { rules: { userAgent: "*", disallow: "/" } };
  return {
    rules: { userAgent: "*", allow: "/", disallow: NOT_INDEXED },
    sitemap: `${publicBaseUrl}/sitemap.xml`,
  };
}
