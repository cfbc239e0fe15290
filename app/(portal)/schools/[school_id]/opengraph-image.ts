import { connection } from "next/server";
import { cardResponse } from "#app/card-response.ts";
import { findSchool } from "#app/find-schools.ts";
import { pictureNotFound } from "#app/picture-response.ts";
import { env } from "#lib/env.ts";

export const alt = "A ticket in the school’s colors, with its name and its foundation.";
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

/** The link preview of a school's page. */
export default async function OpengraphImage({
  params,
}: {
  params: Promise<{ school_id: string }>;
}) {
  await connection();
  const school = await findSchool((await params).school_id);
  if (!school) return pictureNotFound();
  const { school_id, name, foundation_name, colors, motif } = school;
  const { brandName } = env();
  return cardResponse({
    kind: "school",
    brandName,
    school: { school_id, name, foundation_name, colors, motif },
  });
}
