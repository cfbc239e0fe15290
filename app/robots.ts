import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "#lib/env.ts";

/** Behind the sign-in, a bank's, or for programs. */
const NOT_FOR_SEARCH = ["/home", "/give", "/donations", "/settings", "/embed", "/v1"];

/** `/robots.txt`: a sandbox asks not to be indexed. Pages that shouldn't be say so themselves as well. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  // What applies depends on where the product runs, not on where it is built.
  await connection();
  const { environment, publicBaseUrl } = env();
  if (environment === "sandbox") return { rules: { userAgent: "*", disallow: "/" } };
  return {
    rules: { userAgent: "*", allow: "/", disallow: NOT_FOR_SEARCH },
    sitemap: `${publicBaseUrl}/sitemap.xml`,
  };
}
