/** The form handlers of how a school looks. */
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
import { CHANGED_SINCE } from "#lib/version-shown.ts";

const PAGE = "/school/appearance";

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

export const change = staffForm("school", "appearance.change", {
  page: PAGE,
  messages: {
    description: `Use up to ${MAX_DESCRIPTION_LENGTH} characters.`,
    motif: "Choose one of the motifs.",
    color: { missing: COLOR, value_error: UNREADABLE, other: COLOR },
    secondColor: { value_error: UNREADABLE, other: COLOR },
    shown: CHANGED_SINCE,
  },
  submit: async ({ scope, fields }) => {
    const wanted = checkBody(
      appearance,
      readAppearanceForm((name) => fields.get(name)),
    );
    await changeAppearance(scope, wanted, fields.get("shown") ?? "");
    return `${PAGE}?done=changed`;
  },
});

export const uploadMark = staffForm("school", "appearance.change", {
  page: PAGE,
  messages: {
    RATE_LIMITED: "Your team is uploading another file right now. Try again in a moment.",
  },
  file: { name: "mark", maxBytes: MAX_BODY_BYTES },
  submit: async ({ scope, fields, file }) => {
    const mark = file ? parseMark(file) : "Choose an SVG or PNG file.";
    const errors = {
      ...(typeof mark === "string" && { mark }),
      ...(!fields.has("licensed") && {
        licensed: "Confirm that you may license the mark to us. Otherwise we can’t show it.",
      }),
    };
    if (Object.keys(errors).length > 0 || typeof mark === "string") throw new FormError(errors);
    await setMark(scope, scope.schoolId, mark);
    return `${PAGE}?done=mark`;
  },
});

export const removeMark = staffForm("school", "appearance.change", {
  page: PAGE,
  submit: async ({ scope }) => {
    await setMark(scope, scope.schoolId, null);
    return `${PAGE}?done=no-mark`;
  },
});
