/**
 * What the pages of schools', banks', and the operator's teams have in common: each is mounted once per kind
 * of team.
 */
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { type Filters, filterProblem } from "#app/filters.ts";
import { FormFields } from "#app/forms/form-fields.tsx";
import { CONTEXT_FIELD } from "#app/forms/form-route.ts";
import {
  type FormState,
  readFormState,
  readQuery,
  type SearchParams,
  stateOf,
} from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { HOME_PATHS } from "#app/paths.ts";
import { requireStaff } from "#app/session.ts";
import { Shell, Title } from "#app/shell.tsx";
import { StatusPage } from "#app/status-page.tsx";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { FixedTimeZone, FixedTimeZoneNote } from "#components/ui/fixed-time-zone.tsx";
import { Form } from "#components/ui/form.tsx";
import { type Action, isOffered } from "#lib/auth/permissions.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { teamTimeZone } from "./date-filter.ts";
import { type FormMessages, FormOutcome } from "./form-outcome.tsx";

type Params = Record<string, string>;
type PageProps = { searchParams: SearchParams; params?: Promise<Params> };

/** What a page is shown for, as its frame and forms take it. */
export type StaffPage = {
  scope: StaffScope;
  /** The path where the team's pages begin. */
  base: string;
  /** The page's own path. */
  path: string;
  params: Params;
  query: Record<string, string>;
  /** The rows that a list's checkboxes have selected, in the query. */
  selected: string[];
  /** Of a form that came back. */
  state: FormState | null;
};

export type StaffPageProps<Kind extends TenantKind> = StaffPage & {
  scope: Extract<StaffScope, { kind: Kind }>;
  /** Whether the member's role includes something else, which the page then offers. */
  may(action: Action<Kind>): boolean;
};

/** A route's path with its parameters filled in. */
export const fillPath = (route: string, params: Params): string =>
  route.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(params[name] ?? ""));

/** Shown to members whose role doesn't include a page. */
export const ForbiddenPage = ({ base }: { base: string }) => (
  <StatusPage
    status={403}
    title="Your role doesn’t include this page"
    href={base}
    link="Go to the overview"
  >
    If you need it, ask an admin of your team.
  </StatusPage>
);

/**
 * A page for members of a kind of team. A school's has the days and times of its foundation.
 * @param action what it shows, which the member's role must include
 * @param route its path below the team's home, with parameters in brackets
 * @param show the page; null if its path names nothing that the team has
 * @param filters those that it has, if any; null for other parameters
 */
export function staffPage<Kind extends TenantKind>(
  kind: Kind,
  action: Action<Kind>,
  route: string,
  show: (props: StaffPageProps<Kind>) => Promise<ReactElement | null>,
  filters: Filters | null = {},
) {
  async function Page({ searchParams, params }: PageProps) {
    const [query, filled] = [await readQuery(searchParams), (await params) ?? {}];
    const selected = [(await searchParams).selected ?? []].flat();
    const base = HOME_PATHS[kind];
    const path = fillPath(base + route, filled);
    const scope = await requireStaff(kind, action, path, query);
    if (!scope) return <ForbiddenPage base={base} />;
    const problem = filters && filterProblem(query, filters);
    if (problem) return <UnknownFilterPage problem={problem} path={path} />;
    const state = await readFormState(query);
    const shown = await show({
      ...{ scope, base, path, params: filled, query, selected, state },
      may: (other) => isOffered(scope, other),
    });
    const page = shown ?? <MissingPage title={<Title name="Page not found" state={null} />} />;
    if (kind !== "school") return page;
    return <FixedTimeZone zone={await teamTimeZone(scope)}>{page}</FixedTimeZone>;
  }
  return Object.assign(Page, { kind, action, filters });
}

type StaffSectionProps = {
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
};

/** A part of a page. */
export function StaffSection({ id, title, intro, children }: StaffSectionProps) {
  return (
    <section aria-labelledby={id} className="mt-4">
      <h2 id={id} className="font-strong text-lead">
        {title}
      </h2>
      {intro && <p className="max-w-reading text-quiet wrap-anywhere">{intro}</p>}
      <div className="mt-1">{children}</div>
    </section>
  );
}

type FrameProps = FormMessages & {
  page: StaffPage;
  title: ReactNode;
  /** The document's title, if it's shorter or has no elements. */
  name?: string;
  intro?: ReactNode;
  /** A link to the page above this one. */
  back?: { href: string; text: string };
  /** At the end of the title's line, such as a link to a file. */
  end?: ReactNode;
  /** Whether the title is only read to screen readers: the page has a larger one. */
  isQuiet?: boolean;
  children: ReactNode;
};

/** "/school/funds" for "/school/funds/rowing". */
const sectionOf = (path: string) => path.split("/").slice(0, 3).join("/");

/** The frame of a team's pages. Shows the outcome of their forms. */
export function StaffFrame({
  page,
  title,
  name = String(title),
  intro,
  back,
  end,
  isQuiet,
  children,
  ...messages
}: FrameProps) {
  const hasForms = Object.keys(messages).length > 0;
  return (
    <Shell current={sectionOf(page.path)}>
      <Title name={name} state={page.state} />
      {/* Focusable, as the skip link's target. */}
      <main
        id="content"
        tabIndex={-1}
        className="max-w-[calc(90rem+2*var(--edge-x))] px-(--edge-x) pt-2.5 pb-6 outline-none rail:pt-4"
      >
        {back && (
          <p data-own-page>
            <StandaloneLink href={back.href}>{back.text}</StandaloneLink>
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <h1 className={isQuiet ? "sr-only" : "display text-balance text-d40"}>{title}</h1>
          {end}
        </div>
        {intro && <p className="mt-1 max-w-reading text-quiet">{intro}</p>}
        {hasForms && <FormOutcome {...messages} state={page.state} done={page.query.done} />}
        {children}
        <FixedTimeZoneNote />
      </main>
    </Shell>
  );
}

/** What the parts of a school's page take. */
export type SchoolPage = { page: StaffPageProps<"school"> };

type StaffFormProps = Omit<ComponentProps<typeof Form>, "method" | "action"> &
  Partial<Omit<ComponentProps<typeof FormFields>, "state">> & {
    page: StaffPage;
    /** The form's name below the page's path. */
    action: string;
    /** The version of what the form shows, for `requireShown`. */
    shown?: string | null;
    /** The button at its end, below fields. */
    send?: ReactNode;
  };

/** A form for `staffForm`, with the fields that it declares. It isn't processed for any other team than this page's. */
export function StaffForm(props: StaffFormProps) {
  const { page, action, form, saved, only, shown, children, send, ...rest } = props;
  return (
    <Form
      method="post"
      action={`${page.path}/${action}`}
      className={send ? "grid max-w-form gap-3" : undefined}
      {...rest}
    >
      <input type="hidden" name={CONTEXT_FIELD} value={page.scope.tenant} />
      {shown != null && <input type="hidden" name="shown" value={shown} />}
      {form && (
        <FormFields
          autoComplete="off"
          form={form}
          state={stateOf(page.state, action)}
          saved={saved}
          only={only}
        />
      )}
      {children}
      {send && <Button className="justify-self-start">{send}</Button>}
    </Form>
  );
}

type FoldedProps = Pick<StaffFormProps, "page" | "action" | "form" | "shown"> & {
  ask: string;
  meaning: string;
  yes: string;
  look?: ComponentProps<typeof Button>["look"];
};

/** A form that few need, behind a line that says what it's for. It's open once it came back. */
export const FoldedForm = ({ ask, meaning, yes, look, ...form }: FoldedProps) => (
  <details className="mt-2" open={stateOf(form.page.state, form.action) !== null}>
    <summary className="link-alone">{ask}</summary>
    <p className="max-w-form text-quiet">{meaning}</p>
    <StaffForm {...form} className="mt-1 grid max-w-form gap-2">
      <Button {...(look && { look })} className="justify-self-start">
        {yes}
      </Button>
    </StaffForm>
  </details>
);
