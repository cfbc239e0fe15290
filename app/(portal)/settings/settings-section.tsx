import type { ReactNode } from "react";
import { FormStatus } from "#app/form-page.tsx";
import { type FormState, stateOf } from "#app/forms/form-state.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/page.tsx";
import { type readFlash, SECTIONS, type SectionId } from "./sections.ts";

/** The result of the last submitted form, in any section. */
export type FormOutcome = { state: FormState | null; done: ReturnType<typeof readFlash> };

type SettingsSectionProps = {
  id: SectionId;
  intro?: ReactNode;
  outcome: FormOutcome;
  children: ReactNode;
};

/** A settings section, with the result of its own form. */
export function SettingsSection({ id, intro, outcome, children }: SettingsSectionProps) {
  const state = stateOf(outcome.state, id);
  const done = !state && outcome.done?.section === id ? outcome.done : null;
  return (
    <Section id={id} title={SECTIONS[id]} intro={intro} hasSideHeading>
      <div className="grid max-w-form gap-3">
        <FormStatus state={state} />
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
