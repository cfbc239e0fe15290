/** The ready-made and saved views of the gift list. */
import { stateOf } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import type { GiftFilter, GiftView } from "#lib/batches/saved-views.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { forms } from "./forms.ts";
import { GIFTS, isSameFilter } from "./gift-filter.ts";

type ViewsProps = { views: { name: string; filter: GiftFilter }[]; chosen: GiftFilter };

export function ViewLinks({ views, chosen }: ViewsProps) {
  return (
    <nav aria-label="Views" className="mt-2">
      <ul className="flex flex-wrap gap-x-2">
        {views.map(({ name, filter }) => {
          const isCurrent = isSameFilter(filter, chosen);
          return (
            <li key={name} className="min-w-0">
              <StandaloneLink
                href={pathWithQuery(GIFTS, filter)}
                aria-current={isCurrent ? "page" : undefined}
                className={`max-w-full [overflow-wrap:anywhere] ${isCurrent ? "font-strong decoration-2" : ""}`}
              >
                <bdi>{name}</bdi>
              </StandaloneLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Saves the filter that is shown. */
export function SaveView({ page, chosen }: SchoolPage & { chosen: GiftFilter }) {
  return (
    <details open={stateOf(page.state, "views") !== null}>
      <summary className="link-alone">Save this view</summary>
      <StaffForm
        page={page}
        action="views/save"
        form={forms["views/save"]}
        className="flex flex-wrap items-end gap-x-2 gap-y-1 pb-1"
      >
        {Object.entries(chosen).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="quiet">Save</Button>
      </StaffForm>
    </details>
  );
}

export function RemoveView({ page, view }: SchoolPage & { view: GiftView }) {
  return (
    <StaffForm page={page} action="views/remove">
      <input type="hidden" name="view_id" value={view.id} />
      <ConfirmButton
        look="quiet"
        question="Remove this view?"
        meaning={`“${view.name}” is removed for everyone on your team. No gift is changed.`}
        yes="Remove"
      >
        Remove this view
      </ConfirmButton>
    </StaffForm>
  );
}
