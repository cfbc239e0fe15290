import { connection } from "next/server";
import { env } from "#lib/env.ts";
import { readSchoolBranding } from "#lib/schools/branding.ts";
import { cardResponse } from "./card-response.ts";
import { shownSchools } from "./landing/shown-schools.ts";

export const alt = "Points in. Game on. Two tickets in the colors of schools.";
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

/** The link preview of the portal. */
export default async function OpengraphImage() {
  await connection();
  const { onTickets } = shownSchools(await readSchoolBranding());
  const schools = onTickets.map(({ school_id, monogram, colors, motif }) => ({
    school_id,
    monogram,
    colors,
    motif,
  }));
  return cardResponse({ kind: "landing", brandName: env().brandName, schools });
}
