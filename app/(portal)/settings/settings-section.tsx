import type { ReactNode } from "react";
import { FormNews } from "#app/forms/form-news.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/page.tsx";
import type { Done } from "./done.ts";
import { SECTIONS, type SectionId } from "./sections.ts";

/** What has become of the form that was sent last, whichever section's it is. */
export type Told = { state: FormState | null; done: Done | null };

/** The state of a section's own form; null where another was sent, or none. */
export const stateOf = (id: SectionId, { state }: Told) => (state?.form === id ? state : null);

/** One section of the settings: what became of its form is told here and nowhere else. */
export function SettingsSection({
  id,
  intro,
  told,
  children,
}: {
  id: SectionId;
  intro?: ReactNode;
  told: Told;
  children: ReactNode;
}) {
  const state = stateOf(id, told);
  const done = !state && told.done?.section === id ? told.done : null;
  return (
    <Section id={id} title={SECTIONS[id]} intro={intro}>
      <div className="grid max-w-form gap-3">
        <FormNews state={state} />
        {done && (
          <Notice tone="completed" title={done.title} urgent>
            {done.text}
          </Notice>
        )}
        {children}
      </div>
    </Section>
  );
}
