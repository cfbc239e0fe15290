import type { Metadata } from "next";
import { env } from "#lib/env.ts";

/** For pages that everybody may find through a search engine, in production. */
export function publicRobots(): NonNullable<Metadata["robots"]> {
  const isPublic = env().environment === "production";
  return { index: isPublic, follow: isPublic };
}
