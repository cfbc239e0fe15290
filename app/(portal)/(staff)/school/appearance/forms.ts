/** The forms of how a school looks. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { oneLine } from "#app/forms/typed-text.ts";
import { checkBody, MAX_BODY_BYTES } from "#lib/http/request.ts";
import {
  type Appearance,
  appearance,
  changeAppearance,
  MAX_DESCRIPTION_LENGTH,
} from "#lib/schools/appearance.ts";
import { expandHexColor } from "#lib/schools/art/color.ts";
import { parseMark, setMark } from "#lib/schools/mark.ts";

const COLOR = "Enter a color as # and six digits, such as #ba0c2f.";
const UNREADABLE = "Text on this color would be too hard to read. Choose another color.";

/** `#BA0`, `ba0c2f` */
function readColor(typed: string | null | undefined): string | null {
  const digits = typed?.trim().replace(/^#/, "");
  if (!digits) return null;
  return /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(digits) ? expandHexColor(`#${digits}`) : digits;
}

/** What the form says, which may be invalid. */
export const readAppearanceForm = (
  value: (name: keyof Appearance) => string | null | undefined,
) => ({
  description: oneLine(value("description")) || null,
  motif: value("motif"),
  color: readColor(value("color")) ?? undefined,
  secondColor: readColor(value("secondColor")),
});

export const forms = {
  change: staffForm("school", "appearance.change", {
    messages: {
      description: `Use up to ${MAX_DESCRIPTION_LENGTH} characters.`,
      motif: "Choose one of the motifs.",
      color: { missing: COLOR, value_error: UNREADABLE, other: COLOR },
      secondColor: { value_error: UNREADABLE, other: COLOR },
    },
    submit: async ({ scope, fields, page }) => {
      const wanted = checkBody(
        appearance,
        readAppearanceForm((name) => fields.get(name)),
      );
      await changeAppearance(scope, wanted, fields.get("shown") ?? "");
      return `${page}?done=changed`;
    },
  }),

  mark: staffForm("school", "appearance.change", {
    file: { name: "mark", maxBytes: MAX_BODY_BYTES },
    submit: async ({ scope, fields, file, page }) => {
      const mark = file ? parseMark(file) : "Choose an SVG or PNG file.";
      const errors = {
        ...(typeof mark === "string" && { mark }),
        ...(!fields.has("licensed") && {
          licensed: "Confirm that you may license the mark to us. Otherwise we can’t show it.",
        }),
      };
      if (Object.keys(errors).length > 0 || typeof mark === "string") throw new FormError(errors);
      await setMark(scope, scope.schoolId, mark);
      return `${page}?done=mark`;
    },
  }),

  "remove-mark": staffForm("school", "appearance.change", {
    submit: async ({ scope, page }) => {
      await setMark(scope, scope.schoolId, null);
      return `${page}?done=no-mark`;
    },
  }),
};
