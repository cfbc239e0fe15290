import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { env } from "#lib/env.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { textLinks } from "./(about)/texts.ts";
import { GUIDE_PAGES } from "./docs/guides.ts";
import { CHAPTERS, entryPath } from "./docs/reference.ts";

/** `/sitemap.xml`: the public pages. Empty in a sandbox. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const { environment, publicBaseUrl } = env();
  if (environment === "sandbox") return [];
  const schools = [...(await readSchoolBranding()).values()].filter(({ active }) => active);
  const paths = [
    "/",
    "/schools",
    "/banks",
    ...schools.map(({ school_id }) => `/schools/${encodeURIComponent(school_id)}`),
    "/docs",
    "/docs/conventions",
    ...GUIDE_PAGES.map(({ href }) => href),
    ...CHAPTERS.flatMap(({ entries }) => entries.map(entryPath)),
    ...textLinks().map(({ href }) => href),
  ];
  return paths.map((path) => ({ url: publicBaseUrl + path }));
}
