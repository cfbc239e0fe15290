/** What the pages of schools', banks', and the operator's teams have in common: each is mounted once per kind of team. */
import type { ComponentProps, ReactNode } from "react";
import { type Filters, filterProblem } from "#app/filters.ts";
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import {
  type FormState,
  readFormState,
  readQuery,
  type SearchParams,
} from "#app/forms/form-state.ts";
import { HOME_PATHS } from "#app/paths.ts";
import { requireStaff } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import { MessagePage } from "#components/giving/message-ticket.tsx";
import { FixedTimeZone, FixedTimeZoneNote } from "#components/ui/fixed-time-zone.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Action } from "#lib/auth/permissions.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { requestContext } from "#lib/http/request-context.ts";
import { teamTimeZone } from "./date-filter.ts";

type Params = Record<string, string>;
type PageProps = { searchParams: SearchParams; params?: Promise<Params> };

export type StaffPageProps<Kind extends TenantKind> = {
  scope: Extract<StaffScope, { kind: Kind }>;
  /** The path where the team's pages begin. */
  base: string;
  params: Params;
  query: Record<string, string>;
  /** Of a form that came back. */
  state: FormState | null;
};

/** A route's path with its parameters filled in. */
export const fillPath = (route: string, params: Params): string =>
  route.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(params[name] ?? ""));

/** Shown to members whose role doesn't include a page. */
export function ForbiddenPage({ base }: { base: string }) {
  const response = requestContext()?.response;
  if (response) response.statusCode = 403;
  return (
    <PortalPage width="reading">
      <title>Your role doesn’t include this page</title>
      <MessagePage
        title="Your role doesn’t include this page"
        href={base}
        link="Go to the overview"
      >
        If you need it, ask an admin of your team.
      </MessagePage>
    </PortalPage>
  );
}

/**
 * A page for members of a kind of team. A school's has the days and times of its foundation.
 * @param action what it shows, which the member's role must include
 * @param route its path below the team's home, with parameters in brackets
 * @param filters those that it has, if any; null for other parameters
 */
export function staffPage<Kind extends TenantKind>(
  kind: Kind,
  action: Action<Kind>,
  route: string,
  show: (props: StaffPageProps<Kind>) => Promise<ReactNode>,
  filters: Filters | null = {},
) {
  async function Page({ searchParams, params }: PageProps) {
    const [query, filled] = [await readQuery(searchParams), (await params) ?? {}];
    const base = HOME_PATHS[kind];
    const path = fillPath(base + route, filled);
    const scope = await requireStaff(kind, action, path, query);
    if (!scope) return <ForbiddenPage base={base} />;
    const problem = filters && filterProblem(query, filters);
    if (problem) return <UnknownFilterPage problem={problem} path={path} />;
    const state = await readFormState(query);
    const page = await show({ scope, base, params: filled, query, state });
    if (kind !== "school") return page;
    return <FixedTimeZone zone={await teamTimeZone(scope)}>{page}</FixedTimeZone>;
  }
  return Object.assign(Page, { kind, action, filters });
}

/** A form for `staffForm`, which isn't processed for any other team than this page's. */
export function StaffForm({
  scope,
  children,
  ...form
}: Omit<ComponentProps<typeof Form>, "method"> & { scope: StaffScope }) {
  return (
    <Form method="post" {...form}>
      <input type="hidden" name={CONTEXT_FIELD} value={scope.tenant} />
      {children}
    </Form>
  );
}

type StaffSectionProps = {
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
};

/** A part of a dense page. */
export function StaffSection({ id, title, intro, children }: StaffSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-4">
      <h2 id={id} className="font-strong text-lead">
        {title}
      </h2>
      {intro && <p className="max-w-reading text-quiet [overflow-wrap:anywhere]">{intro}</p>}
      <div className="mt-1">{children}</div>
    </section>
  );
}

type FrameProps = {
  current: string;
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
};

/** The frame of a team's pages. */
export function StaffFrame({ current, title, intro, children }: FrameProps) {
  return (
    <PortalPage current={current}>
      <h1 className="display text-balance text-d40">{title}</h1>
      {intro && <p className="mt-1 max-w-reading text-quiet">{intro}</p>}
      {children}
      <FixedTimeZoneNote />
    </PortalPage>
  );
}
