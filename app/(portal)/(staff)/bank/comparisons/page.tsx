import { FormFields } from "#app/forms/form-fields.tsx";
import { type FormState, stateOf } from "#app/forms/form-state.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { column, count, day, Empty, List } from "#components/desk/list.tsx";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Code } from "#components/ui/code.tsx";
import { Select } from "#components/ui/field.tsx";
import { type Comparison, KINDS } from "#lib/comparisons/contract.ts";
import { listComparisons } from "#lib/comparisons/queries.ts";
import { COLUMNS, NEEDED } from "#lib/comparisons/read-list.ts";
import {
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  StaffSection,
  staffPage,
} from "../../staff-page.tsx";
import { uploadToken } from "../../uploads.ts";
import { COLUMN, COMPARISONS, daysOf, KIND_LABELS, readSample } from "./comparison-words.ts";
import { forms } from "./forms.ts";

/** The list's first lines, and which of its columns is which. */
function Mapping({ values }: FormState) {
  const { sample } = values;
  if (!sample) return null;
  const lines = readSample(sample);
  const names = [...new Set(lines[0]?.filter(Boolean))];
  return (
    <fieldset className="grid gap-2 border-line border-t pt-2">
      <legend className="font-strong">Which column is which?</legend>
      <input type="hidden" name="sample" value={sample} />
      <Code label="The first lines of your list">
        {lines.map((cells) => cells.join(" | ")).join("\n")}
      </Code>
      {COLUMNS.map((name) => (
        <Select
          key={name}
          id={COLUMN + name}
          label={name}
          defaultValue={
            values[COLUMN + name] ?? names.find((theirs) => theirs.toLowerCase() === name)
          }
          options={[
            { value: "", text: NEEDED.includes(name) ? "Choose" : "None" },
            ...names.map((theirs) => ({ value: theirs, text: theirs })),
          ]}
        />
      ))}
    </fieldset>
  );
}

const HEADER = `bank_transaction_ref,dollar_amount,status,date,points_redeemed
tx-20261121-0001,25.00,completed,2026-11-21,2500`;

async function Upload({ page }: { page: StaffPageProps<"bank"> }) {
  const form = forms["compare/[token]"];
  const state = stateOf(page.state, "compare");
  return (
    <StaffForm
      page={page}
      action={`compare/${await uploadToken(page.scope)}`}
      encType="multipart/form-data"
      className="mt-2 grid max-w-form gap-2"
    >
      <FormFields form={form} state={state} />
      {state && <Mapping {...state} />}
      <details>
        <summary className="link-alone">What the list needs</summary>
        <div className="grid gap-1">
          <p>
            A header line with these columns, of which the last one may be missing. With another
            header, you choose which column is which.
          </p>
          <Code label="An example">{HEADER}</Code>
        </div>
      </details>
      <Button className="justify-self-start">Compare</Button>
    </StaffForm>
  );
}

/** The bank's comparisons, and the form that makes one. */
export default staffPage("bank", "donations.read", "/comparisons", async (page) => {
  const list = await listPage(page.query, (at) => listComparisons(page.scope, at));
  return (
    <StaffFrame
      page={page}
      title="Compare lists"
      intro={
        <>
          Upload your own list of gifts: you see each that isn’t the same in ours, why, and what to
          do. Days are in UTC. <TextLink href="/docs/comparison">How it works</TextLink>
        </>
      }
      failed="Nothing was compared"
    >
      <Upload page={page} />
      <StaffSection id="comparisons" title="Comparisons of the last 30 days">
        {list.items.length > 0 ? (
          <>
            <List<Comparison>
              caption="Comparisons"
              columns={[
                column("Days", "rest", daysOf),
                count("In both", ({ in_both }) => in_both),
                ...KINDS.map((kind) => count<Comparison>(KIND_LABELS[kind], (row) => row[kind])),
                day("Compared", ({ created_at }) => created_at),
              ]}
              rows={list.items}
              hrefOf={({ comparison_id }) => `${COMPARISONS}/${comparison_id}`}
            />
            <PageLinks path={COMPARISONS} {...list} />
          </>
        ) : (
          <Empty title="No comparisons yet">
            <p>They appear here once your team or your system has compared a list.</p>
          </Empty>
        )}
      </StaffSection>
    </StaffFrame>
  );
});
