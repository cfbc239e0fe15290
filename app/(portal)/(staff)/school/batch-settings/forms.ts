/** The forms of batch settings: each changes its own part. */
import { z } from "zod";
import { collapseWhitespace, type FieldTable, type FormField } from "#app/forms/fields.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { NPSP_COLUMNS } from "#lib/batches/formats/npsp.ts";
import { CONSTITUENT_COLUMNS, GIFT_COLUMNS } from "#lib/batches/formats/raisers-edge.ts";
import { changeSettings, type SettingsChanges } from "#lib/batches/mutations.ts";
import { batchSettings, code } from "#lib/batches/settings.ts";

const MAX_DAYS = 30;

/** "5 AM" */
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

/** Each column of the import files, once. */
const COLUMNS = Object.keys({ ...GIFT_COLUMNS, ...CONSTITUENT_COLUMNS, ...NPSP_COLUMNS });

const CODE: FormField = { autoComplete: "off", read: collapseWhitespace };

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
        label: "The open batch closes every day at",
        help: "In your foundation’s time zone. A batch without gifts stays open.",
        options: [
          { value: "", text: "Only by hand" },
          ...Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            text: hourName(hour),
          })),
        ],
        message: "Choose an hour, or by hand.",
        read: (typed) => typed && Number(typed),
      },
      confirmationDays: {
        as: "select",
        label: "You promise donors to confirm within",
        help: "Until 5 PM in your time zone. For gifts from now on.",
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
};
