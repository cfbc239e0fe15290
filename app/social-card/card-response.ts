import { headers } from "next/headers";
import { plainText } from "#app/plain-text.ts";
import { ServiceError } from "#lib/errors.ts";
import type { Card } from "#lib/schools/card/draw-card.ts";
import { type CardFile, renderCard } from "./render-card.ts";

export const noCard = () => plainText(404, "Picture not found.");

async function pngResponse({ png, etag }: CardFile): Promise<Response> {
  const fields = {
    "Cache-Control": "public, max-age=86400, stale-while-revalidate=604800",
    ETag: etag,
  };
  if ((await headers()).get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers: fields });
  }
  return new Response(png, { headers: { ...fields, "Content-Type": "image/png" } });
}

/** Answers with a card, which services that show links fetch. */
export async function cardResponse(card: Card): Promise<Response> {
  try {
    return await pngResponse(await renderCard(card));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return plainText(error.status, "Try again in a moment.", error.headers);
  }
}
