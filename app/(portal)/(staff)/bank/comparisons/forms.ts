/** A bank's own list of gifts, uploaded to be compared. */
import { FormError } from "#app/forms/form-errors.ts";
import { staffForm } from "#app/forms/form-route.ts";
import { createComparison } from "#lib/comparisons/compare.ts";
import { headOf, type OwnNames } from "#lib/comparisons/read-list.ts";
import { InvalidInput } from "#lib/errors.ts";
import { MAX_CSV_BYTES } from "#lib/http/uploads.ts";
import { reportDays } from "#lib/reconciliation/contract.ts";
import { decodeCsv } from "../../uploads.ts";
import { COLUMN, COMPARISONS, writeSample } from "./comparison-words.ts";

/** The lines that are named, of those that can't be read. */
const MAX_NAMED = 5;

/** Says which lines can't be read. @throws FormError */
function refuseLines(error: unknown): never {
  if (!(error instanceof InvalidInput) || error.violations[0]?.loc[0] !== "body") throw error;
  const { violations } = error;
  const named = violations.slice(0, MAX_NAMED).map(({ loc: [, , line, column], msg }) => {
    return `Line ${line}${column === undefined ? "" : `, ${column}`}: ${msg}.`;
  });
  const more = violations.length > MAX_NAMED ? ["There are more lines like these."] : [];
  throw new FormError({ file: ["Nothing was compared.", ...named, ...more].join(" ") });
}

/** The list's own names of our columns, as they were chosen. */
const ownNames = (fields: URLSearchParams): OwnNames =>
  Object.fromEntries(
    [...fields].flatMap(([name, chosen]) =>
      name.startsWith(COLUMN) && chosen ? [[name.slice(COLUMN.length), chosen]] : [],
    ),
  );

/** Shows the first lines for as long as the header isn't the documented one. @throws FormError */
async function requireColumns(csv: string, fields: URLSearchParams): Promise<OwnNames> {
  const own = ownNames(fields);
  const head = await headOf(csv).catch(refuseLines);
  if (!head) return {};
  fields.set("sample", writeSample(head));
  if (await headOf(csv, own).catch(refuseLines)) {
    throw new FormError({ file: "Choose the columns below, and this file again." });
  }
  return own;
}

export const policies = { "compare/[token]": { upload: "donations.read" } };

const sentence = ({ msg }: { msg: string }) => `${msg}.`;

export const forms = {
  "compare/[token]": staffForm("bank", "donations.read", {
    page: COMPARISONS,
    fields: {
      date: { label: "First day", type: "date", blank: "Enter a day.", message: sentence },
      through: { label: "Last day", type: "date", message: sentence },
      file: {
        as: "file",
        maxBytes: MAX_CSV_BYTES,
        label: "Your list",
        help: "CSV in UTF-8, up to 1 MiB. Send longer lists through the API. We don’t keep it.",
        accept: ".csv,text/csv",
      },
      sample: {},
      column: {},
    },
    schema: reportDays,
    submit: async ({ scope, values, file, fields }) => {
      if (!file) throw new FormError({ file: "Choose a file." });
      const csv = decodeCsv(file);
      const own = await requireColumns(csv, fields);
      const made = await createComparison(scope, values, csv, own).catch(refuseLines);
      return `${COMPARISONS}/${made.comparison_id}`;
    },
  }),
};
