import type { Metadata } from "next";
import { headers } from "next/headers";
import { roleName } from "#app/context-labels.ts";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { metadata as missing } from "#app/not-found.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { findSignInLink } from "#lib/sandbox/sign-in-links.ts";
import { findTenantName } from "#lib/staff/tenants.ts";
import { isLocalVisit } from "./local-visit.ts";

/** The link that someone on this machine has opened; null if there is no such page for them. */
async function findOpened({ token = "" }: Record<string, string>) {
  return isLocalVisit(await headers()) ? findSignInLink(token) : null;
}

export async function generateMetadata({ searchParams }: Query): Promise<Metadata> {
  const link = await findOpened(await readQuery(searchParams));
  return link ? { title: "Sandbox sign-in" } : missing;
}

/** Says whose link it is. Opening it uses nothing up: only the button does. */
export default async function SandboxSignIn({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const link = await findOpened(query);
  if (!link) return <MissingPage />;
  if (link.isUsed) {
    return (
      <FormPage
        title="This link was already used"
        lead="Each link works once."
        intro="Stop the sandbox and start it again: it prints new links."
      >
        {null}
      </FormPage>
    );
  }
  const { email, role, team } = link.member;
  const [tenantName, state] = await Promise.all([findTenantName(team), readFormState(query)]);
  return (
    <FormPage
      title={
        <>
          Sign in to <bdi>{tenantName}</bdi>
        </>
      }
      lead={
        <>
          You’ll sign in as <bdi>{email}</bdi>. Role: {roleName(role)}.
        </>
      }
      intro="This link works once. It stands in for a password and a second factor, in this sandbox only."
    >
      <FormStatus state={state} />
      <Form method="post" action="/sandbox/sign-in/submit">
        <input type="hidden" name="token" value={query.token} />
        <Button>Sign in</Button>
      </Form>
    </FormPage>
  );
}
