import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Command } from "#components/ui/code.tsx";
import { StaffFrame, type StaffPage } from "./staff-page.tsx";

type SecretProps = {
  page: StaffPage;
  title: string;
  /** Null if it isn't shown anymore. */
  secret: string | null;
  /** What it is, what it's for, and what to do without it. */
  about: ReactNode;
  use: ReactNode;
  lost: string;
  /** Where it belongs. */
  path: string;
  back: string;
};

/** A new secret, which is shown once. */
export const SecretPage = ({ page, title, secret, about, use, lost, path, back }: SecretProps) => (
  <StaffFrame page={page} title={title}>
    <div className="mt-3 grid max-w-reading gap-3">
      {secret === null ? (
        <p>{lost}</p>
      ) : (
        <>
          <p>{about} Copy it to where secrets are kept. We can’t show it again.</p>
          <Command>{secret}</Command>
          <p>{use}</p>
        </>
      )}
      <ButtonLink href={path} className="justify-self-start">
        {secret === null ? back : "I’ve saved it"}
      </ButtonLink>
    </div>
  </StaffFrame>
);
