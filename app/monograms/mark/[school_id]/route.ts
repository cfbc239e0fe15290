/** `/monograms/mark/ohio-state`: the official mark of a school that has one. */
import { pictureNotFound, pictureResponse } from "#app/picture-response.ts";
import { findMark } from "#lib/schools/mark.ts";

export const policy = { limit: "files", document: "svg" };

type Context = { params: Promise<{ school_id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const mark = await findMark((await params).school_id);
  if (!mark) return pictureNotFound();
  return pictureResponse(mark.image, mark.type, request.headers.get("if-none-match"));
}
