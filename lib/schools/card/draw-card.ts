/** The pictures that links are shown with. They are drawn in a thread, since each takes CPU time. */
import og from "next/og.js";
import { faces } from "./drawing.ts";
import { drawLandingCard, type LandingCard } from "./landing-card.ts";
import { drawSchoolCard, type SchoolCard } from "./school-card.ts";

export type Card = LandingCard | SchoolCard;

/** What services that show links ask for. */
const SIZE = { width: 1200, height: 630 };

/** A card as a PNG file. */
export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const element = card.kind === "school" ? drawSchoolCard(card) : drawLandingCard(card);
  const image = new og.ImageResponse(element, { ...SIZE, fonts: Object.values(faces()) });
  return new Uint8Array(await image.arrayBuffer());
}
