/** Schools' official marks, which are shown in place of their monograms. */
import { db } from "../database/prisma.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { auditSchool, lockSchool, type SchoolEditor } from "./participation/mutations.ts";
import { upsertMark } from "./sql.ts";
import { rewriteSvg } from "./svg.ts";

export type Mark = { type: "image/png" | "image/svg+xml"; image: Uint8Array<ArrayBuffer> };

const MAX_BYTES = 32_768;
const MAX_PIXELS = 1_024;

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const UNKNOWN_TYPE = "It must be a PNG or an SVG.";
const SVG = /^(<\?xml [^>]*\?>)?\s*(<!--[^>]*-->\s*)*<svg[\s>]/;

/** The SVG, rewritten so that only its shapes and gradients are stored, or why it can't be used. */
function parseSvg(image: Buffer): Mark | string {
  const text = image.toString("utf8");
  try {
    const rewritten = SVG.test(text) && rewriteSvg(text);
    return rewritten ? { type: "image/svg+xml", image: Buffer.from(rewritten) } : UNKNOWN_TYPE;
  } catch (error) {
    return `The SVG must have only shapes and gradients, but has ${(error as Error).message}.`;
  }
}

/** @returns the mark in a file, or why it can't be used */
export function parseMark(image: Buffer<ArrayBuffer>): Mark | string {
  if (image.length > MAX_BYTES) return `It must have at most ${MAX_BYTES / 1_024} KiB.`;
  if (image.subarray(0, PNG.length).equals(PNG)) {
    if (image.length < PNG.length + 8) return UNKNOWN_TYPE;
    if (image.includes("acTL")) return "The PNG must not be animated.";
    const sides = [image.readUInt32BE(16), image.readUInt32BE(20)];
    if (sides.every((side) => side > 0 && side <= MAX_PIXELS)) return { type: "image/png", image };
    return `It must be at most ${MAX_PIXELS} pixels wide and high.`;
  }
  return parseSvg(image);
}

/**
 * Sets a school's mark, or removes it: the operator, or a member of its team who says that it's licensed.
 * @returns false if there is no such school, or no mark to remove
 * @throws ServiceError FORBIDDEN
 */
export function setMark(
  scope: SchoolEditor,
  schoolId: string,
  mark: Mark | null,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockSchool(tx, scope, schoolId, "appearance.change");
    const deletion = kysely.deleteFrom("schoolMark").where("schoolId", "=", schoolId);
    const changed = mark
      ? await upsertMark({ schoolId, type: mark.type, image: Buffer.from(mark.image) }, tx)
      : await run(deletion.returning("schoolId"), tx);
    if (changed.length === 0) return false;
    await auditSchool(tx, scope, "school.mark", schoolId, { type: mark?.type ?? null });
    return true;
  });
}

export async function findMark(schoolId: string): Promise<Mark | null> {
  const row = await db().schoolMark.findUnique({ where: { schoolId } });
  return row && { type: row.type as Mark["type"], image: row.image };
}
