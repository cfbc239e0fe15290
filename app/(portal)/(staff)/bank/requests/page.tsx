import { anyText, chosenFilters } from "#app/filters.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { Search } from "#components/desk/filters.tsx";
import { column, Empty, List } from "#components/desk/list.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { KEPT_DAYS, type RefusedRequest } from "#lib/banks/refused/contract.ts";
import { listRefusedRequests } from "#lib/banks/refused/queries.ts";
import { ERRORS, type ErrorCode } from "#lib/errors.ts";
import { formatCount } from "#lib/text.ts";
import { StaffFrame, staffPage } from "../../staff-page.tsx";

const FILTERS = { q: anyText };

/** What a person can do about it. */
const reasonOf = ({ code, violations }: RefusedRequest) =>
  code
    ? ERRORS[code as ErrorCode]?.message
    : violations.map(({ field, type }) => `${field}: ${type}`).join(", ");

const Requests = ({ requests }: { requests: RefusedRequest[] }) => (
  <List<RefusedRequest>
    caption="Refused requests, newest first"
    columns={[
      column("Request", "rest", ({ request_id }) => (
        <span className="font-mono text-fine">{request_id}</span>
      )),
      column("Operation", "text", ({ operation }) => operation),
      column("Code", "text", ({ status, code }) => (
        <span className="figures">
          {status} {code}
        </span>
      )),
      column("Key", "fund", ({ key_id }) => <span className="font-mono">{key_id}</span>),
      column("When", "fund", ({ refused_at }) => <Moment at={refused_at} as="time" />),
    ]}
    rows={requests}
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
    const list = await listPage(query, (at) =>
      listRefusedRequests(scope, { search: chosen.q, ...at }),
    );
    const { items, total } = list;
    return (
      <StaffFrame
        page={page}
        title="Refused requests"
        intro={`What your programs sent in the last ${KEPT_DAYS} days that we didn’t accept, and why. Not what it contained.`}
      >
        <Search path={path} query={chosen} placeholder="Request ID, code, key ID, or field" />
        {items.length > 0 ? (
          <>
            <p className="figures mt-2 text-quiet">{formatCount(total, "request")}</p>
            <Requests requests={items} />
          </>
        ) : (
          <Empty title={chosen.q ? "No matching requests" : "Nothing was refused"}>
            Requests that we refuse are listed here a moment later.
          </Empty>
        )}
        <PageLinks path={path} query={chosen} {...list} />
      </StaffFrame>
    );
  },
  FILTERS,
);
