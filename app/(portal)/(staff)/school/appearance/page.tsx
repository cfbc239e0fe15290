import { readTyped } from "#app/forms/fields.ts";
import { stateOf, titled } from "#app/forms/form-state.ts";
import { Ask } from "#components/desk/ask.tsx";
import { SchoolArt } from "#components/schools/school-art.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice, errorBar, FieldError, focusOnError } from "#components/ui/field.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import { type Appearance, appearance, readAppearance } from "#lib/schools/appearance.ts";
import { MOTIF_NAMES } from "#lib/schools/art/motifs.ts";
import { monogramLetters } from "#lib/schools/branding.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms, MOTIFS } from "./forms.ts";
import { Look, type LookOf } from "./look.tsx";

export const generateMetadata = titled("Appearance");

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  changed: "The appearance was saved. Pages show it within a minute",
  mark: "The mark was saved. Pages show it within a minute",
  "no-mark": "The mark was removed. Your monogram is shown again",
};

/** What to show: the entered values as far as they are valid, otherwise the saved ones. */
function previewOf(entered: Record<string, string>, chosen: Appearance): Appearance {
  const { values } = readTyped(forms.change, new URLSearchParams(entered));
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
  return (
    <StaffForm
      page={page}
      action="change"
      shown={version}
      form={forms.change}
      saved={values}
      only={{ description: {}, color: {}, secondColor: {}, motif: { options } }}
      className="grid max-w-form gap-3"
    >
      <div className="flex flex-wrap gap-1.5">
        <Button>Save</Button>
        <Button look="quiet" formMethod="get" formAction={page.path} name="preview" value="1">
          Preview
        </Button>
      </div>
    </StaffForm>
  );
}

function MarkForms({ page, school }: SchoolPage & { school: LookOf }) {
  const { mark, licensed } = stateOf(page.state, "mark")?.errors ?? {};
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
      <StaffForm page={page} action="mark" encType="multipart/form-data" className="grid gap-2">
        <div className={errorBar(mark)}>
          <label htmlFor="mark" className="block font-strong">
            {school.hasMark ? "Another mark" : "Mark"}
          </label>
          <p id="mark-help" className="mt-0.5 text-quiet text-small">
            An SVG with only shapes, or a PNG of up to 1,024 pixels. At most 32 KiB, made for your
            main color.
          </p>
          {mark && <FieldError id="mark">{mark}</FieldError>}
          <input
            type="file"
            id="mark"
            name="mark"
            accept="image/svg+xml,image/png"
            aria-describedby={mark ? "mark-help mark-error" : "mark-help"}
            aria-invalid={mark ? true : undefined}
            {...focusOnError(mark)}
            className="mt-1 block w-full cursor-pointer rounded-box border border-edge bg-sheet text-small file:mr-1.5 file:min-h-6 file:cursor-pointer file:border-edge file:border-r file:bg-paper file:px-2 file:font-strong"
          />
        </div>
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
async function AppearancePage(page: StaffPageProps<"school">) {
  const { scope, query, state } = page;
  const { chosen, version, name, monogram, foundationName, markType } = await readAppearance(scope);
  const entered = stateOf(state, "change")?.values ?? (query.preview ? query : {});
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
  const mayChange = isOffered(scope, "appearance.change");
  return (
    <StaffFrame
      page={page}
      title="Appearance"
      failed="Nothing was saved"
      flashes={FLASHES}
      conflict={<>{state?.errors.shown} Check what you entered and save again.</>}
      intro="How donors see your school. Text stays readable in every combination: where a color doesn’t allow that, we adjust it."
    >
      <div className="grid gap-x-8 desk:grid-cols-2">
        <StaffSection id="preview" title={isPreview ? "Preview, not saved yet" : "Preview"}>
          <Look school={school} color={color} secondColor={secondColor} />
        </StaffSection>
        {mayChange ? (
          <StaffSection id="look" title="Description, colors, and motif">
            <ChangeForm
              page={page}
              version={version}
              values={{ ...chosen, ...entered }}
              school={school}
            />
          </StaffSection>
        ) : (
          <StaffSection id="look" title="Description">
            <p>{chosen.description ?? "None"}</p>
          </StaffSection>
        )}
      </div>
      {mayChange && (
        <StaffSection
          id="official-mark"
          title="Official mark"
          intro="Shown in place of your monogram. Only if the university has licensed it to you, and you may license it to us."
        >
          <MarkForms page={page} school={school} />
        </StaffSection>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "settings.read", "/appearance", AppearancePage, null);
