import type { Metadata } from "next";
import { env } from "#lib/env.ts";

/** For public pages: indexed in production only. */
export function publicRobots(): NonNullable<Metadata["robots"]> {
  const isPublic = env().environment === "production";
  return { index: isPublic, follow: isPublic };
}
