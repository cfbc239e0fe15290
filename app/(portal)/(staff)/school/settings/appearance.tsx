import { readTyped } from "#app/forms/fields.ts";
import { FormFields } from "#app/forms/form-fields.tsx";
import { stateOf } from "#app/forms/form-state.ts";
import { SchoolArt } from "#components/schools/school-art.tsx";
import { Ask, Button } from "#components/ui/button.tsx";
import { Choice, errorBar, FieldError } from "#components/ui/field.tsx";
import { type Appearance, appearance, readAppearance } from "#lib/schools/appearance.ts";
import { MOTIF_NAMES, type MotifName } from "#lib/schools/art/motifs.ts";
import { monogramLetters } from "#lib/schools/branding.ts";
import { type SchoolPage, StaffForm } from "../../staff-page.tsx";
import { forms, MOTIFS } from "./forms.ts";
import { Look, type LookOf } from "./look.tsx";

/** What to show: the entered values as far as they are valid, otherwise the saved ones. */
function previewOf(entered: Record<string, string>, chosen: Appearance): Appearance {
  const { values } = readTyped(forms.appearance, new URLSearchParams(entered));
  const valid = Object.entries(appearance.shape).flatMap(([name, field]) => {
    const parsed = field.safeParse(values[name]);
    return name in entered && parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...chosen, ...Object.fromEntries(valid) };
}

type ChangeProps = SchoolPage & {
  version: string;
  values: Record<string, string | null>;
  school: LookOf;
};

function ChangeForm({ page, version, values, school }: ChangeProps) {
  const options = MOTIF_NAMES.map((motif) => ({
    value: motif,
    label: (
      <span className="-my-0.5 flex flex-wrap items-center gap-x-1.5">
        <SchoolArt school={{ ...school, motif }} className="h-4 w-8 shrink-0 rounded-[4px]" />
        {MOTIFS[motif]}
      </span>
    ),
  }));
  /** Scripts keep both the same. */
  const picked = (name: "color" | "secondColor") => ({
    end: (
      <input
        type="color"
        data-picks={name}
        defaultValue={values[name] || "#ffffff"}
        aria-label={`Pick the ${name === "color" ? "first" : "second"} color`}
        className="noscript:hidden absolute right-1 bottom-1 size-4 cursor-pointer"
      />
    ),
  });
  return (
    <StaffForm
      page={page}
      action="appearance"
      shown={version}
      form={forms.appearance}
      saved={values}
      only={{ description: {}, color: picked("color"), secondColor: picked("secondColor") }}
      className="grid max-w-form gap-3"
    >
      <details open={Boolean(stateOf(page.state, "appearance")?.errors.motif)}>
        <summary className="link-alone">
          Pattern: {MOTIFS[school.motif as MotifName].toLowerCase()}. Change
        </summary>
        <FormFields
          form={forms.appearance}
          state={stateOf(page.state, "appearance")}
          saved={values}
          only={{ motif: { options } }}
        />
      </details>
      <div className="flex flex-wrap gap-1.5">
        <Button>Save appearance</Button>
        <Button look="quiet" formMethod="get" formAction={page.path} name="preview" value="1">
          Preview
        </Button>
      </div>
    </StaffForm>
  );
}

function MarkForms({ page, school }: SchoolPage & { school: LookOf }) {
  const { licensed } = stateOf(page.state, "mark")?.errors ?? {};
  return (
    <div className="grid max-w-form gap-3">
      {school.hasMark && (
        <StaffForm page={page} action="remove-mark" className="flex flex-wrap items-center gap-2">
          <span className={`school-${school.school_id} rounded-box bg-(--field) p-1`}>
            {/* biome-ignore lint/performance/noImgElement: small, with nothing to optimize */}
            <img
              src={`/monograms/mark/${school.school_id}`}
              alt="Your mark"
              className="h-6 w-auto"
            />
          </span>
          <Ask
            ask="Remove mark"
            meaning="Your monogram is shown again. You can upload the mark again."
            yes="Remove now"
          />
        </StaffForm>
      )}
      <StaffForm
        page={page}
        action="mark"
        encType="multipart/form-data"
        form={forms.mark}
        only={{ mark: { label: school.hasMark ? "Another mark" : "Mark" } }}
        className="grid gap-2"
      >
        <div className={errorBar(licensed)}>
          {licensed && <FieldError id="licensed">{licensed}</FieldError>}
          <Choice
            type="checkbox"
            id="licensed"
            name="licensed"
            label="We’re allowed to license this mark, and license it for tickets, pages, and emails about our gifts"
          />
        </div>
        <Button look="quiet" className="justify-self-start">
          Upload mark
        </Button>
      </StaffForm>
    </div>
  );
}

/** How the school looks, with a preview of what has been entered. */
export async function AppearanceSettings({ page }: SchoolPage) {
  const { scope, query, state } = page;
  const { chosen, version, name, monogram, foundationName, markType } = await readAppearance(scope);
  const entered = stateOf(state, "appearance")?.values ?? (query.preview ? query : {});
  const { motif, color, secondColor } = previewOf(entered, chosen);
  const isPreview =
    [motif, color, secondColor].join() !== [chosen.motif, chosen.color, chosen.secondColor].join();
  const school: LookOf = {
    school_id: scope.schoolId,
    name,
    monogram: monogram ?? monogramLetters(name),
    foundation_name: foundationName,
    colors: [color, ...(secondColor ? [secondColor] : [])],
    motif,
    hasMark: markType !== null,
  };
  const values = { ...chosen, ...entered };
  const mayChange = page.may("appearance.change");
  return (
    <div className="grid gap-x-6 gap-y-3 desk:grid-cols-2">
      <div className="grid content-start gap-4">
        {mayChange ? (
          <>
            <ChangeForm page={page} version={version} values={values} school={school} />
            <details open={stateOf(state, "mark") !== null}>
              <summary className="link-alone">Official mark, in place of your monogram</summary>
              <p className="mb-2 text-quiet">
                Only if the university has licensed it to you, and you may license it to us.
              </p>
              <MarkForms page={page} school={school} />
            </details>
          </>
        ) : (
          <p>{chosen.description ?? "No description"}</p>
        )}
      </div>
      <section aria-labelledby="preview">
        <h3 id="preview" className="mb-1 font-strong">
          {isPreview ? "Preview, not saved yet" : "Preview"}
        </h3>
        <Look school={school} color={color} secondColor={secondColor} />
      </section>
    </div>
  );
}
