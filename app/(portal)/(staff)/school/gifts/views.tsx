/** The saved views of the gift list. */
import { stateOf } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { Glyph } from "#components/desk/status.tsx";
import { Ask, Button, StandaloneLink } from "#components/ui/button.tsx";
import type { GiftFilter, GiftView } from "#lib/batches/saved-views.ts";
import { type SchoolPage, StaffForm } from "../../staff-page.tsx";
import { forms } from "./forms.ts";
import { GIFTS, isSameFilter } from "./gift-filter.ts";

type ViewsProps = SchoolPage & { views: GiftView[]; chosen: GiftFilter; mayChange: boolean };

export function Views({ page, views, chosen, mayChange }: ViewsProps) {
  const current = views.find(({ filter }) => isSameFilter(filter, chosen));
  const maySave = mayChange && !current && Object.keys(chosen).length > 0;
  if (views.length === 0 && !maySave) return null;
  return (
    <details className="relative" data-menu open={stateOf(page.state, "views") !== null}>
      <summary className="flex min-h-5.5 list-none items-center gap-1 whitespace-nowrap text-quiet hover:text-ink">
        Saved views
        <Glyph name="down" />
      </summary>
      <div className="absolute right-0 z-6 grid w-[min(20rem,100vw-2*var(--edge-x))] gap-1 rounded-box border border-edge bg-sheet px-2 py-1">
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
        {maySave && (
          <StaffForm
            page={page}
            action="views/save"
            form={forms["views/save"]}
            className="grid gap-1"
          >
            {Object.entries(chosen).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button look="quiet">Save this view</Button>
          </StaffForm>
        )}
        {mayChange && current && (
          <StaffForm page={page} action="views/remove">
            <input type="hidden" name="view_id" value={current.id} />
            <Ask
              ask="Remove this view"
              meaning={`“${current.name}” is removed for everyone on your team. No gift is changed.`}
              yes="Remove view"
            />
          </StaffForm>
        )}
      </div>
    </details>
  );
}
