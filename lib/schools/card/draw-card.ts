/** Link preview images. They are drawn in a worker thread, since each takes CPU time. */
import og from "next/og.js";
import { faces } from "./drawing.ts";
import { drawLandingCard, type LandingCard } from "./landing-card.ts";
import { drawSchoolCard, type SchoolCard } from "./school-card.ts";

export type Card = LandingCard | SchoolCard;

/** The size that link previews use. */
const SIZE = { width: 1200, height: 630 };

export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const element = card.kind === "school" ? drawSchoolCard(card) : drawLandingCard(card);
  const image = new og.ImageResponse(element, { ...SIZE, fonts: Object.values(faces()) });
  return new Uint8Array(await image.arrayBuffer());
}
