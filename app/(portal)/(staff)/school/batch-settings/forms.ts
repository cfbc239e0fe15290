/** The form of batch settings: each of the page's forms changes its own part. */
import { z } from "zod";
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { maxCharacters, oneLine } from "#app/forms/typed-text.ts";
import { NPSP_COLUMNS } from "#lib/batches/formats/npsp.ts";
import { CONSTITUENT_COLUMNS, GIFT_COLUMNS } from "#lib/batches/formats/raisers-edge.ts";
import { changeSettings, type SettingsChanges } from "#lib/batches/mutations.ts";
import { code } from "#lib/batches/settings.ts";
import { checkBody } from "#lib/http/request.ts";

export const MAX_DAYS = 30;
export const BY_HAND = "none";

const CODE_RULE = maxCharacters(100);

/** Each column of the import files, once. */
export const COLUMNS = Object.keys({ ...GIFT_COLUMNS, ...CONSTITUENT_COLUMNS, ...NPSP_COLUMNS });

const schedule = z.object({
  close_hour: z.int().min(0).max(23).nullable(),
  confirmation_days: z.int().min(1).max(MAX_DAYS),
});

const credits = z.object({
  donor_of_record: z.enum(["cardholder", "bank"]),
  appeal: code,
  payment_method: code,
  import_batch: code,
});

/** The codes in fields such as `fund:annual-fund`. Empty ones are left out. */
function readCodes(fields: URLSearchParams, prefix: string, names: string[]) {
  const given = names.map((name): [string, string] => [
    name,
    oneLine(fields.get(`${prefix}:${name}`)) ?? "",
  ]);
  const wrong = given.filter(([, value]) => !code.safeParse(value).success);
  if (wrong.length > 0) {
    throw new FormError(
      Object.fromEntries(wrong.map(([name]) => [`${prefix}:${name}`, CODE_RULE])),
    );
  }
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

type Reader = (fields: URLSearchParams) => Promise<SettingsChanges>;

const PARTS: Record<string, Reader> = {
  schedule: async (fields) => {
    const hour = fields.get("close_hour");
    const { close_hour, confirmation_days } = checkBody(schedule, {
      close_hour: hour === BY_HAND ? null : Number(hour ?? Number.NaN),
      confirmation_days: Number(fields.get("confirmation_days") ?? Number.NaN),
    });
    return { closeHour: close_hour, confirmationDays: confirmation_days };
  },
  credits: async (fields) => {
    const given = checkBody(credits, {
      donor_of_record: fields.get("donor_of_record") ?? undefined,
      appeal: oneLine(fields.get("appeal")) ?? "",
      payment_method: oneLine(fields.get("payment_method")) ?? "",
      import_batch: oneLine(fields.get("import_batch")) ?? "",
    });
    return {
      donorOfRecord: given.donor_of_record,
      appeal: given.appeal,
      paymentMethod: given.payment_method,
      importBatch: given.import_batch,
    };
  },
  columns: async (fields) => {
    const names = readCodes(fields, "column", COLUMNS);
    return {
      headers: Object.fromEntries(Object.entries(names).filter(([name, own]) => name !== own)),
    };
  },
};

export const forms = {
  change: staffForm("school", "batch-settings.change", {
    messages: {
      close_hour: "Choose an hour, or by hand.",
      confirmation_days: "Choose a number of days.",
      donor_of_record: "Choose who gets the hard credit.",
      appeal: CODE_RULE,
      payment_method: CODE_RULE,
      import_batch: CODE_RULE,
    },
    submit: async ({ scope, fields, page }) => {
      const part = fields.get("part") ?? "";
      const read = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
      if (!read) return page;
      await changeSettings(scope, scope.schoolId, await read(fields), fields.get("shown") ?? "");
      return `${page}?done=${part}`;
    },
  }),
};
