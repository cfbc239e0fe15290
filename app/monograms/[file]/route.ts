/** `/monograms/ohio-state.svg`: the image that the API lists as a school's logo. */
import { pictureNotFound, pictureResponse } from "#app/picture-response.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import { findMark } from "#lib/schools/mark.ts";
import { drawMonogram } from "#lib/schools/pictures.ts";

export const policy = { limit: "files", document: "svg" };

type Context = { params: Promise<{ file: string }> };

const FILE = /^([a-z0-9-]{1,128})\.svg$/;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [, schoolId] = FILE.exec((await params).file) ?? [];
  const look = schoolId ? await findSchoolBranding(schoolId) : null;
  if (!look) return pictureNotFound();
  const mark = look.hasMark ? await findMark(look.school_id) : null;
  const known = request.headers.get("if-none-match");
  return pictureResponse(drawMonogram(look, mark), "image/svg+xml; charset=utf-8", known);
}
