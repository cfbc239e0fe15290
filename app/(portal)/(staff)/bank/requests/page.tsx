import { anyText, chosenFilters, type Filters } from "#app/filters.ts";
import { PER_PAGE, pageAtCursor } from "#app/page-at-cursor.ts";
import { PageLinks } from "#app/page-links.tsx";
import { Empty, List } from "#components/desk/list.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { KEPT_DAYS, type RefusedRequest } from "#lib/banks/refused/contract.ts";
import { listRefusedRequests } from "#lib/banks/refused/queries.ts";
import { ERRORS, type ErrorCode } from "#lib/errors.ts";
import { formatCount } from "#lib/text.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

export const metadata = { title: "Refused requests" };

/** As the API's. */
const FILTERS = {
  request_id: anyText,
  code: anyText,
  field: anyText,
  key_id: anyText,
} satisfies Filters;
const LABELS: Record<keyof typeof FILTERS, string> = {
  request_id: "Request ID",
  code: "Code",
  field: "Field",
  key_id: "Key ID",
};
type Chosen = Partial<Record<keyof typeof FILTERS, string>>;

function Filter({ path, chosen }: { path: string; chosen: Chosen }) {
  return (
    <form method="get" action={path} className="mt-3 flex flex-wrap items-end gap-x-2 gap-y-1">
      {Object.entries(LABELS).map(([name, label]) => (
        <div key={name} className="w-[11rem] max-w-full">
          <Field
            id={name}
            label={label}
            defaultValue={chosen[name as keyof Chosen] ?? ""}
            autoComplete="off"
          />
        </div>
      ))}
      <Button look="quiet">Apply</Button>
      {Object.keys(chosen).length > 0 && <StandaloneLink href={path}>Show all</StandaloneLink>}
    </form>
  );
}

/** What a person can do about it. */
const reasonOf = ({ code, violations }: RefusedRequest) =>
  code
    ? ERRORS[code as ErrorCode]?.message
    : violations.map(({ field, type }) => `${field}: ${type}`).join(", ");

const Requests = ({ requests }: { requests: RefusedRequest[] }) => (
  <List<RefusedRequest>
    caption="Refused requests, newest first"
    columns={[
      {
        label: "Request",
        as: "rest",
        cell: ({ request_id }) => <span className="font-mono text-fine">{request_id}</span>,
      },
      { label: "Operation", as: "text", cell: ({ operation }) => operation },
      {
        label: "Code",
        as: "text",
        cell: ({ status, code }) => (
          <span className="figures">
            {status} {code}
          </span>
        ),
      },
      {
        label: "Key",
        as: "fund",
        cell: ({ key_id }) => <span className="font-mono">{key_id}</span>,
      },
      { label: "When", as: "fund", cell: ({ refused_at }) => <Moment at={refused_at} as="time" /> },
    ]}
    rows={requests}
    keyOf={({ request_id, refused_at }) => `${request_id} ${refused_at}`}
    noteOf={(request) => <span className="text-fine text-quiet">{reasonOf(request)}</span>}
  />
);

/** What the bank's programs were refused, and why, for whoever is asked about it. */
export default staffPage(
  "bank",
  "requests.read",
  "/requests",
  async (page) => {
    const { scope, path, query } = page;
    const chosen = chosenFilters(query, FILTERS);
    const list = await pageAtCursor(query.after, (cursor) =>
      listRefusedRequests(scope, { ...chosen, limit: PER_PAGE, cursor } as never),
    );
    const { items, total } = list;
    return (
      <StaffFrame
        page={page}
        title="Refused requests"
        intro={`What your programs sent in the last ${KEPT_DAYS} days that we didn’t accept, and why. Not what it contained.`}
      >
        <Filter path={path} chosen={chosen} />
        {items.length > 0 ? (
          <>
            <p className="figures mt-2 text-quiet">{formatCount(total, "request")}</p>
            <Requests requests={items} />
          </>
        ) : (
          <Empty title="Nothing was refused">
            <p>Requests that we refuse are listed here a moment later.</p>
          </Empty>
        )}
        <PageLinks path={path} query={chosen} {...list} />
      </StaffFrame>
    );
  },
  FILTERS,
);
