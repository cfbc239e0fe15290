/** `/monograms/ohio-state.svg`: the image that the API lists as a school's logo. */
import { drawMonogram } from "#lib/schools/pictures.ts";
import { pictureRoute } from "../picture-route.ts";

export const GET = pictureRoute(drawMonogram);
