import { validate as isUuid } from "uuid";
import { MissingPage } from "#app/missing-page.tsx";
import { PageLinks } from "#app/page-links.tsx";
import { type Column, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { PER_PAGE, readUpload, type Upload } from "#lib/batches/uploads.ts";
import { formatDollars, formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { type SchoolPage, StaffForm } from "../../../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../../../staff-page.tsx";
import { GIFTS } from "../../../gifts/gift-filter.ts";
import { giftsOf } from "../../batch-words.tsx";

export const metadata = { title: "Confirm from a file" };

function Problems({ upload: { problems, problemCount } }: { upload: Upload }) {
  return (
    <>
      <Notice tone="failed" title="Nothing was changed" urgent>
        {formatCount(problemCount, "problem")}. Fix the file, and upload it again.
      </Notice>
      <List<Upload["problems"][number]>
        caption="What’s wrong"
        columns={[
          {
            label: "Line",
            as: "rest",
            cell: ({ line }) => (line === null ? "The file" : `Line ${line}`),
          },
          { label: "Column", as: "text", cell: ({ column }) => column },
        ]}
        rows={problems}
        keyOf={({ line, column, text }) => `${line} ${column} ${text}`}
        noteOf={({ text }) => <RowStatus tone="failed">{text}</RowStatus>}
      />
      {problemCount > problems.length && (
        <p>And {(problemCount - problems.length).toLocaleString("en-US")} more.</p>
      )}
    </>
  );
}

const giftsOrNone = (count: number) => (count === 0 ? "None" : giftsOf(count));

/** "12 gifts, $300" */
const sum = ({ count, cents }: Upload["confirmed"]) =>
  count === 0 ? "None" : `${giftsOf(count)}, ${formatDollars(cents)}`;

/** "Confirm 12 gifts and decline 1 gift" */
function promise({ confirmed, refused }: Upload): string {
  const parts = [
    confirmed.count > 0 ? `confirm ${giftsOf(confirmed.count)}` : null,
    refused.count > 0 ? `decline ${giftsOf(refused.count)}` : null,
  ].filter((part) => part !== null);
  const text = parts.join(" and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const COLUMNS: Column<Upload["decisions"][number]>[] = [
  { label: "Gift", as: "rest", cell: ({ gift }) => gift },
  { label: "Amount", as: "amount", cell: ({ cents }) => formatDollarsAndCents(cents) },
  {
    label: "Decision",
    as: "text",
    cell: ({ refusal_reason: reason, confirmation_number: number, repeats }) => (
      <>
        {reason ? "Decline" : "Confirm as"} <bdi>{reason ?? number}</bdi>
        {repeats && " (another line has this number, too)"}
      </>
    ),
  },
  { label: "Line", as: "count", cell: ({ line }) => line },
];

type DryRunProps = SchoolPage & { upload: Upload; part: number };

function DryRun({ page, upload, part }: DryRunProps) {
  const { confirmed, refused, alreadyDecided, decisions } = upload;
  const hasNew = confirmed.count + refused.count > 0;
  return (
    <>
      <Facts
        facts={[
          { name: "To confirm", value: sum(confirmed) },
          { name: "To decline", value: sum(refused) },
          {
            name: "Decided before",
            value:
              alreadyDecided > 0 ? `${giftsOf(alreadyDecided)}, which stay as they are` : "None",
          },
        ]}
      />
      <List<Upload["decisions"][number]>
        caption="What would be decided"
        columns={COLUMNS}
        rows={decisions}
        keyOf={({ gift }) => gift}
        hrefOf={({ gift }) => `${GIFTS}/${gift}`}
      />
      <PageLinks
        path={page.path}
        nextCursor={decisions.length < PER_PAGE ? null : String(part + 1)}
        isFirst={part === 1}
      />
      {hasNew ? (
        <StaffForm page={page} action="submit" className="grid gap-2" send={promise(upload)}>
          <p>
            This can’t be undone: donors get their receipts, and banks are told. Nothing has been
            changed so far.
          </p>
        </StaffForm>
      ) : (
        <p>Nothing to do. All of these gifts were already confirmed or declined.</p>
      )}
    </>
  );
}

function Done({ confirmed, refused, alreadyDecided }: NonNullable<Upload["result"]>) {
  return (
    <>
      <Notice tone="completed" title="Done" urgent>
        Donors get their receipts now.
      </Notice>
      <Facts
        facts={[
          { name: "Confirmed", value: giftsOrNone(confirmed) },
          { name: "Declined", value: giftsOrNone(refused) },
          { name: "Decided before", value: giftsOrNone(alreadyDecided) },
        ]}
      />
    </>
  );
}

/** What an uploaded file would do, and after its confirmation, what it did. */
async function UploadPage(page: StaffPageProps<"school">) {
  const { scope, base, params, query } = page;
  const { upload_id: id = "" } = params;
  const part = /^[1-9]\d{0,3}$/.test(query.after ?? "") ? Number(query.after) : 1;
  const upload = isUuid(id) ? await readUpload(scope, id, part) : null;
  if (!upload) return <MissingPage />;
  const { result } = upload;
  const isWrong = upload.problemCount > 0;
  return (
    <StaffFrame
      page={page}
      title={result ? "Confirmed" : isWrong ? "Fix the file" : "Check before you confirm"}
      failed="Nothing was changed"
    >
      <div className="mt-2 grid max-w-reading gap-3">
        {isWrong ? (
          <Problems upload={upload} />
        ) : result ? (
          <Done {...result} />
        ) : (
          <DryRun page={page} upload={upload} part={part} />
        )}
        <p>
          {result ? (
            <ButtonLink href={base}>Go to Today</ButtonLink>
          ) : (
            <StandaloneLink href={`${base}/batches/confirm`}>Upload another file</StandaloneLink>
          )}
        </p>
      </div>
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.confirm", "/batches/confirm/[upload_id]", UploadPage);
