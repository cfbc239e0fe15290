/** The saved views of the gift list. */
import { stateOf } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Ask } from "#components/desk/ask.tsx";
import { Glyph } from "#components/desk/status.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import type { GiftFilter, GiftView } from "#lib/batches/saved-views.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { forms } from "./forms.ts";
import { GIFTS, isSameFilter } from "./gift-filter.ts";

/** Saves the filter that is shown. */
const SaveView = ({ page, chosen }: SchoolPage & { chosen: GiftFilter }) => (
  <StaffForm page={page} action="views/save" form={forms["views/save"]} className="grid gap-1">
    {Object.entries(chosen).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button look="quiet">Save this view</Button>
  </StaffForm>
);

const RemoveView = ({ page, view }: SchoolPage & { view: GiftView }) => (
  <StaffForm page={page} action="views/remove">
    <input type="hidden" name="view_id" value={view.id} />
    <Ask
      ask="Remove this view"
      meaning={`“${view.name}” is removed for everyone on your team. No gift is changed.`}
      yes="Remove view"
    />
  </StaffForm>
);

type ViewsProps = SchoolPage & { views: GiftView[]; chosen: GiftFilter; mayChange: boolean };

export function Views({ page, views, chosen, mayChange }: ViewsProps) {
  const current = views.find(({ filter }) => isSameFilter(filter, chosen));
  const maySave = mayChange && !current && Object.keys(chosen).length > 0;
  if (views.length === 0 && !maySave) return null;
  return (
    <details className="desk-views" open={stateOf(page.state, "views") !== null}>
      <summary className="list-none">
        Saved views
        <Glyph name="down" />
      </summary>
      <div>
        <ul>
          {views.map(({ id, name, filter }) => (
            <li key={id}>
              <StandaloneLink
                href={pathWithQuery(GIFTS, filter)}
                aria-current={id === current?.id ? "page" : undefined}
                className="max-w-full"
              >
                <bdi>{name}</bdi>
              </StandaloneLink>
            </li>
          ))}
        </ul>
        {maySave && <SaveView page={page} chosen={chosen} />}
        {mayChange && current && <RemoveView page={page} view={current} />}
      </div>
    </details>
  );
}
