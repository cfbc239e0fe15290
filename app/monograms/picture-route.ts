import { pictureNotFound, pictureResponse } from "#app/picture-response.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { findMark, type Mark } from "#lib/schools/mark.ts";

type Context = { params: Promise<{ file: string }> };

const FILE = /^([a-z0-9-]{1,128})\.svg$/;

/** Serves an image of the school in the file name. @param draw renders the SVG */
export const pictureRoute =
  (draw: (look: SchoolBranding, mark: Mark | null) => string) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const [, schoolId] = FILE.exec((await params).file) ?? [];
    const look = schoolId ? await findSchoolBranding(schoolId) : null;
    if (!look) return pictureNotFound();
    const known = request.headers.get("if-none-match");
    const mark = look.hasMark ? await findMark(look.school_id) : null;
    return pictureResponse(draw(look, mark), "image/svg+xml; charset=utf-8", known);
  };
