/** The forms of a foundation's settings: each changes its own part. */
import { z } from "zod";
import { collapseWhitespace, type FieldTable, type FormField } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm, thenFlash } from "#app/forms/form-route.ts";
import { NPSP_COLUMNS } from "#lib/batches/formats/npsp.ts";
import { CONSTITUENT_COLUMNS, GIFT_COLUMNS } from "#lib/batches/formats/raisers-edge.ts";
import { changeSettings, type SettingsChanges } from "#lib/batches/mutations.ts";
import { batchSettings, code } from "#lib/batches/settings.ts";
import { monthName } from "#lib/dates.ts";
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
  autoCapitalize: "none",
  spellCheck: false,
  message: {
    value_error: "Text on this color would be too hard to read. Choose another color.",
    other: COLOR,
  },
  read: readColor,
};

const MARK = {
  as: "file",
  maxBytes: MAX_BODY_BYTES,
  help: "An SVG with only shapes, or a PNG of up to 1,024 pixels. At most 32 KiB, made for your first color.",
  accept: "image/svg+xml,image/png",
} as const;

const MAX_DAYS = 30;

/** "5 AM" */
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

/** Each column of the import files, once. */
const COLUMNS = Object.keys({ ...GIFT_COLUMNS, ...CONSTITUENT_COLUMNS, ...NPSP_COLUMNS });

const CODE: FormField = { read: collapseWhitespace };

/** A form that changes a part of the settings. */
const partForm = <Schema extends z.ZodObject>(
  part: string,
  fields: FieldTable,
  schema: Schema,
  changesOf: (values: z.output<Schema>) => SettingsChanges,
) =>
  staffForm("school", "batch-settings.change", {
    fields,
    schema,
    submit: async ({ scope, values, shown, page }) => {
      await changeSettings(scope, scope.schoolId, changesOf(values as z.output<Schema>), shown);
      return `${page}?done=${part}`;
    },
  });

export const forms = {
  schedule: partForm(
    "schedule",
    {
      closeHour: {
        as: "select",
        label: "Close batches",
        help: "In your foundation’s time zone. A batch without gifts stays open.",
        options: [
          { value: "", text: "Manually" },
          ...Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            text: `Every day at ${hourName(hour)}`,
          })),
        ],
        message: "Choose an hour, or manually.",
        read: (typed) => typed && Number(typed),
      },
      confirmationDays: {
        as: "select",
        label: "Confirm within",
        help: "What donors are told: until 5 PM in your time zone. For gifts from now on.",
        options: Array.from({ length: MAX_DAYS }, (_, n) => ({
          value: String(n + 1),
          text: n === 0 ? "1 business day" : `${n + 1} business days`,
        })),
        message: "Choose a number of days.",
        read: Number,
      },
    },
    z.object({
      closeHour: z.int().min(0).max(23).nullable(),
      confirmationDays: z.int().min(1).max(MAX_DAYS),
    }),
    (values) => values,
  ),

  credits: partForm(
    "credits",
    {
      donorOfRecord: {
        as: "radio",
        label: "Hard credit",
        options: [
          {
            value: "cardholder",
            label: "The donor",
            help: "The bank gets the soft credit. An anonymous gift is the bank’s.",
          },
          { value: "bank", label: "The bank", help: "The donor gets the soft credit." },
        ],
        message: "Choose who gets the hard credit.",
      },
      appeal: { ...CODE, label: "Appeal" },
      paymentMethod: { ...CODE, label: "Payment method" },
      importBatch: {
        ...CODE,
        label: "NPSP Data Import Batch",
        help: "Its ID in Salesforce, if you use NPSP.",
      },
    },
    batchSettings.omit({ headers: true }),
    (values) => values,
  ),

  columns: partForm(
    "columns",
    Object.fromEntries(
      COLUMNS.map((name) => [
        name,
        { ...CODE, label: name, autoCapitalize: "none", spellCheck: false },
      ]),
    ),
    z.object(Object.fromEntries(COLUMNS.map((name) => [name, code]))),
    (values) => ({
      headers: Object.fromEntries(
        Object.entries(values).filter(([name, own]) => own !== "" && own !== name),
      ),
    }),
  ),

  "fiscal-year": partForm(
    "fiscal-year",
    {
      fiscalYearMonth: {
        as: "select",
        label: "Fiscal year starts",
        help: "Reports are by fiscal year, named by the year in which it ends.",
        options: Array.from({ length: 12 }, (_, n) => ({
          value: String(n + 1),
          text: monthName(`2026-${String(n + 1).padStart(2, "0")}`),
        })),
        message: "Choose a month.",
        read: Number,
      },
    },
    z.object({ fiscalYearMonth: z.int().min(1).max(12) }),
    (values) => values,
  ),

  appearance: staffForm("school", "appearance.change", {
    fields: {
      description: {
        as: "area",
        label: "Description",
        help: `About the foundation, on your school’s public page. Up to ${MAX_DESCRIPTION_LENGTH} characters.`,
        message: `Use up to ${MAX_DESCRIPTION_LENGTH} characters.`,
        read: collapseWhitespace,
      },
      color: { ...COLOR_FIELD, label: "First color", blank: COLOR },
      secondColor: { ...COLOR_FIELD, label: "Second color", help: "Optional." },
      motif: {
        as: "radio",
        label: "Pattern",
        options: MOTIF_NAMES.map((value) => ({ value, label: MOTIFS[value] })),
        message: "Choose one of the patterns.",
      },
    },
    schema: appearance,
    submit: ({ scope, values, shown, page }) =>
      thenFlash(page, "appearance", changeAppearance(scope, values, shown)),
  }),

  mark: staffForm("school", "appearance.change", {
    fields: { mark: { ...MARK, label: "Mark" } },
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
    submit: ({ scope, page }) => thenFlash(page, "no-mark", setMark(scope, scope.schoolId, null)),
  }),
};
