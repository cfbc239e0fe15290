/** How a school looks: what its foundation chooses itself. */
import { z } from "zod";
import { audit } from "../auth/audit.ts";
import type { SchoolScope } from "../auth/scopes.ts";
import { type Connection, requireRow, run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";
import { invalid } from "../errors.ts";
import { line } from "../fields.ts";
import { differences, requireShown, versionOf } from "../version-shown.ts";
import { contrast, READABLE } from "./art/color.ts";
import { MOTIF_NAMES, type MotifName } from "./art/motifs.ts";
import { schoolPalette } from "./art/palette.ts";
import { lockSchool } from "./participation/mutations.ts";

export const MAX_DESCRIPTION_LENGTH = 500;

const color = z.string().regex(/^#[0-9a-f]{6}$/, { error: "string_type" });

export const appearance = z.object({
  description: line({ min: 1, max: MAX_DESCRIPTION_LENGTH }).nullable(),
  motif: z.enum(MOTIF_NAMES),
  color,
  secondColor: color.nullable(),
});

export type Appearance = z.output<typeof appearance>;

/** What text is on a color, and how well it can be read: 1 to 21. */
export type Pair = { background: string; text: string; ratio: number; isReadable: boolean };

/**
 * The colors that tickets and tiles get, which may differ a little from those that were chosen, and how readable the
 * text on them is.
 */
export function readability({ color, secondColor }: Pick<Appearance, "color" | "secondColor">) {
  const { field, ink, stub, stubInk } = schoolPalette(secondColor ? [color, secondColor] : [color]);
  const pairOf = (background: string, text: string): Pair => {
    const ratio = contrast(background, text);
    return { background, text, ratio, isReadable: ratio >= READABLE };
  };
  return { main: pairOf(field, ink), second: pairOf(stub, stubInk) };
}

async function read(schoolId: string, on?: Connection) {
  const query = kysely
    .selectFrom("school as s")
    .leftJoin("schoolMark as m", "m.schoolId", "s.id")
    .select(["s.name", "s.monogram", "s.foundationName", "s.description", "s.motif", "s.colors"])
    .select("m.type as markType")
    .where("s.id", "=", schoolId);
  const row = await requireRow(query, "SCHOOL_NOT_FOUND", on);
  const [color = "", secondColor = null] = row.colors;
  const motif = row.motif as MotifName;
  const chosen: Appearance = { description: row.description, motif, color, secondColor };
  return { ...row, chosen, version: versionOf(chosen) };
}

/** How the school looks now. */
export const readAppearance = ({ schoolId }: SchoolScope) => read(schoolId);

/**
 * Changes how a school looks. From then on, the directory import no longer does.
 * @param shown the version that the change is based on; any other is refused, at the field `shown`
 * @throws InvalidInput; ServiceError FORBIDDEN
 */
export function changeAppearance(
  scope: SchoolScope,
  wanted: Appearance,
  shown: string,
): Promise<void> {
  const { schoolId } = scope;
  return transaction(async (tx) => {
    await lockSchool(tx, scope, schoolId, "appearance.change");
    const { chosen, colors, version } = await read(schoolId, tx);
    requireShown(shown, version);
    const { main, second } = readability(wanted);
    const problem = "Text on this color can't be read";
    if (!main.isReadable) throw invalid("color", problem);
    if (!second.isReadable) throw invalid("secondColor", problem);
    const changes = differences(chosen, wanted);
    if (Object.keys(changes).length === 0) return;
    const { description, motif, color, secondColor } = wanted;
    // Art uses two colors. Others stay in the list for banks that read it.
    const own = [color, ...(secondColor ? [secondColor, ...colors.slice(2)] : [])];
    const columns = { description, motif, colors: own, appearanceEditedAt: new Date() };
    await run(kysely.updateTable("school").set(columns).where("id", "=", schoolId), tx);
    await audit(tx, scope, "school.appearance", schoolId, changes);
  });
}
