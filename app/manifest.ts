import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "#lib/env.ts";

/** The web app manifest, for adding the portal to a phone's home screen. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  // Rendered per request: the name is configured at run time, not at build time.
  await connection();
  const { brandName } = env();
  return {
    name: brandName,
    short_name: brandName,
    description: "Turn credit-card points into a gift to the athletic foundation you love.",
    start_url: "/home",
    display: "standalone",
    background_color: "#f5f3ee",
    theme_color: "#f5f3ee",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon", sizes: "180x180", type: "image/png" },
    ],
  };
}
