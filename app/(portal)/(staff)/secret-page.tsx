import type { ReactNode } from "react";
import { HOME_PATHS } from "#app/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Command } from "#components/ui/code.tsx";
import type { Action } from "#lib/auth/permissions.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import type { secretNote } from "../secret-note.ts";
import { StaffFrame, staffPage } from "./staff-page.tsx";

type SecretProps<Content> = {
  title: string;
  /** The secret, what it is, what it's for, and where it belongs, if not where `back` leads. */
  shown(content: Content): { secret: string; about: ReactNode; use: ReactNode; path?: string };
  /** What to do once it isn't shown anymore. */
  lost: string;
  back: { href: string; text: string };
};

/** The page of a new secret, which is shown once. */
export const secretPage = <Kind extends TenantKind, Content extends object>(
  kind: Kind,
  action: Action<Kind>,
  { page: path, read }: ReturnType<typeof secretNote<Content>>,
  { title, shown, lost, back }: SecretProps<Content>,
) =>
  staffPage(
    kind,
    action,
    path.slice(HOME_PATHS[kind].length),
    async (page) => {
      const content = await read(page.scope, page.query.note);
      const found = content && shown(content);
      return (
        <StaffFrame page={page} title={title}>
          <div className="mt-3 grid max-w-reading gap-3">
            {found ? (
              <>
                <p>{found.about} Copy it to where secrets are kept. We can’t show it again.</p>
                <Command>{found.secret}</Command>
                <p>{found.use}</p>
              </>
            ) : (
              <p>{lost}</p>
            )}
            <ButtonLink href={found?.path ?? back.href} className="justify-self-start">
              {found ? "I’ve saved it" : back.text}
            </ButtonLink>
          </div>
        </StaffFrame>
      );
    },
    null,
  );
