import { StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { readToday, type Today } from "#lib/batches/queries.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { readMember } from "#lib/staff/memberships.ts";
import { usesBatches } from "#lib/ticketing/config.ts";
import { GiftNumbers, ROLE_CHANGED, readTotals, You } from "../overview-page.tsx";
import { StaffFrame, StaffSection, staffPage } from "../staff-page.tsx";
import { giftsOf } from "./batches/batch-words.tsx";
import { WaitingBatches } from "./batches/waiting-batches.tsx";

export const metadata = { title: "Today" };

/** More are on the page with all batches. */
const SHOWN = 8;

function Late({ base, late: { count, cents } }: { base: string; late: Today["late"] }) {
  if (count === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="failed" title={`${giftsOf(count)} ${count === 1 ? "is" : "are"} late`}>
        <p>
          {formatDollars(cents)} in all, past the time promised to{" "}
          {count === 1 ? "the donor. Confirm or refuse it" : "donors. Confirm or refuse them"}{" "}
          first. <TextLink href={`${base}/gifts?status=pending`}>Show waiting gifts</TextLink>
        </p>
      </Notice>
    </div>
  );
}

function OpenBatch({
  base,
  open,
  nextCloseAt,
}: Pick<Today, "open" | "nextCloseAt"> & { base: string }) {
  if (!open) {
    return (
      <p className="text-quiet">
        No batch is open. The next gift opens one, and enters it within seconds.
      </p>
    );
  }
  return (
    <p>
      <TextLink href={`${base}/batches/${open.batch_id}`}>Batch {open.number}</TextLink> is open,
      with {giftsOf(open.gift_count)}, {formatDollars(toCents(open.dollar_amount))}.{" "}
      {nextCloseAt ? (
        <>
          It closes <Moment at={nextCloseAt} as="minute" />.
        </>
      ) : (
        "It closes when someone closes it."
      )}
    </p>
  );
}

/** For foundations that import files: what to confirm, and what is collected next. */
function Batches({ base, today }: { base: string; today: Today }) {
  const { waiting, late, open, nextCloseAt } = today;
  return (
    <>
      <StaffSection id="to-do" title="To confirm">
        <Late base={base} late={late} />
        {waiting.length > 0 ? (
          <WaitingBatches base={base} waiting={waiting.slice(0, SHOWN)} />
        ) : (
          <p className="max-w-reading">
            Nothing to confirm. When a batch closes, download its file, import it, and confirm its
            gifts here.
          </p>
        )}
        {waiting.length > SHOWN && (
          <p className="mt-1">
            <StandaloneLink href={`${base}/batches`}>
              Show all {waiting.length.toLocaleString("en-US")}
            </StandaloneLink>
          </p>
        )}
      </StaffSection>
      <StaffSection id="open" title="Open batch">
        <OpenBatch base={base} open={open} nextCloseAt={nextCloseAt} />
      </StaffSection>
    </>
  );
}

/** A foundation's first page: what to do now, gift totals, and the member's own role. */
export default staffPage("school", "home.read", "", async (page) => {
  const { scope, base } = page;
  const [member, totals, today, importsFiles] = await Promise.all([
    readMember(scope),
    readTotals(scope),
    readToday(scope),
    usesBatches(scope.schoolId),
  ]);
  // A foundation that used to import files may have some left to confirm.
  const hasBatches = importsFiles || today.waiting.length > 0 || today.open !== null;
  return (
    <StaffFrame page={page} title={<bdi>{member.tenantName}</bdi>} flashes={ROLE_CHANGED}>
      {hasBatches && <Batches base={base} today={today} />}
      <div className="grid gap-x-8 desk:grid-cols-2">
        <StaffSection id="gifts" title="Gifts">
          <GiftNumbers overview={totals} />
        </StaffSection>
        <You page={page} member={member} />
      </div>
    </StaffFrame>
  );
});
