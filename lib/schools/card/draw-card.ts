/** The pictures that links are shown with. They are drawn in a thread: one takes about a second of CPU time. */

import { SIZE } from "./drawing.ts";
import { drawLandingCard, type LandingCard } from "./landing-card.ts";
import { pngOf } from "./png.ts";
import { drawSchoolCard, type SchoolCard } from "./school-card.ts";

export type Card = LandingCard | SchoolCard;

const svgOf = (card: Card) =>
  card.kind === "school" ? drawSchoolCard(card) : drawLandingCard(card);

/** A card as a PNG file. */
export const drawCard = (card: Card): Promise<Uint8Array<ArrayBuffer>> => pngOf(svgOf(card), SIZE);
