/** The forms of how a school looks. */
import { collapseWhitespace, type FormField } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import { appearance, changeAppearance, MAX_DESCRIPTION_LENGTH } from "#lib/schools/appearance.ts";
import { expandHexColor } from "#lib/schools/art/color.ts";
import { MOTIF_NAMES, type MotifName } from "#lib/schools/art/motifs.ts";
import { parseMark, setMark } from "#lib/schools/mark.ts";

export const MOTIFS: Record<MotifName, string> = {
  pennants: "Pennants",
  diagonals: "End-zone diagonals",
  stripes: "Jersey stripes",
  arcs: "Stadium arcs",
  court: "Court lines",
};

/** `#BA0`, `ba0c2f` */
function readColor(typed: string): string {
  const digits = typed.trim().replace(/^#/, "");
  return /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(digits) ? expandHexColor(`#${digits}`) : digits;
}

const COLOR = "Enter a color as # and six digits, such as #ba0c2f.";

const COLOR_FIELD: FormField = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  message: {
    value_error: "Text on this color would be too hard to read. Choose another color.",
    other: COLOR,
  },
  read: readColor,
};

export const forms = {
  change: staffForm("school", "appearance.change", {
    fields: {
      description: {
        as: "area",
        label: "Description",
        help: `About the foundation, on your school’s public page. Up to ${MAX_DESCRIPTION_LENGTH} characters.`,
        message: `Use up to ${MAX_DESCRIPTION_LENGTH} characters.`,
        read: collapseWhitespace,
      },
      color: { ...COLOR_FIELD, label: "Main color", help: "As # and six digits.", blank: COLOR },
      secondColor: { ...COLOR_FIELD, label: "Second color", help: "Optional." },
      motif: {
        as: "radio",
        label: "Motif",
        options: MOTIF_NAMES.map((value) => ({ value, label: MOTIFS[value] })),
        message: "Choose one of the motifs.",
      },
    },
    schema: appearance,
    submit: async ({ scope, values, shown, page }) => {
      await changeAppearance(scope, values, shown);
      return `${page}?done=changed`;
    },
  }),

  mark: staffForm("school", "appearance.change", {
    fields: { mark: { maxBytes: MAX_BODY_BYTES } },
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
