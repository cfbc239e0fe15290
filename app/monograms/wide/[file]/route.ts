/** `/monograms/wide/ohio-state.svg`: the school's art with its monogram, for lists of schools. */
import { drawTile } from "#lib/schools/pictures.ts";
import { pictureRoute } from "../../picture-route.ts";

export const GET = pictureRoute(drawTile);
