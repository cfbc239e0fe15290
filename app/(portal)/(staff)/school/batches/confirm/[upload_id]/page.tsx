import { validate as isUuid } from "uuid";
import { FormStatus } from "#app/form-page.tsx";
import { MissingPage } from "#app/missing-page.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Button, ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Table } from "#components/ui/table.tsx";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { type Problem, readUpload, type Upload } from "#lib/batches/uploads.ts";
import { formatDollars } from "#lib/money.ts";
import { StaffForm, StaffFrame, staffPage } from "../../../../staff-page.tsx";
import { giftsOf } from "../../batch-words.tsx";

export const metadata = { title: "Confirm from a file" };

const SHOWN = 100;

/** "A line is wrong. ", or nothing about a file that's wrong as a whole. */
function wrongLines(problems: Problem[]): string {
  if (problems.some(({ line }) => line === null)) return "";
  const count = problems.length;
  return count === 1 ? "A line is wrong. " : `${count.toLocaleString("en-US")} lines are wrong. `;
}

function Problems({ problems }: { problems: Problem[] }) {
  return (
    <>
      <Notice tone="failed" title="Nothing was changed" urgent>
        {wrongLines(problems)}Fix the file, and upload it again.
      </Notice>
      <Table
        caption="What’s wrong"
        columns={[{ label: "Line" }, { label: "What’s wrong" }]}
        rows={problems.slice(0, SHOWN).map(({ line, text }, n) => ({
          key: `${line} ${n}`,
          cells: [line === null ? "The file" : `Line ${line}`, text],
        }))}
      />
      {problems.length > SHOWN && (
        <p>And {(problems.length - SHOWN).toLocaleString("en-US")} more.</p>
      )}
    </>
  );
}

const giftsOrNone = (count: number) => (count === 0 ? "None" : giftsOf(count));

/** "12 gifts, $300" */
const sum = ({ count, cents }: Upload["confirmed"]) =>
  count === 0 ? "None" : `${giftsOf(count)}, ${formatDollars(cents)}`;

/** "Confirm 12 gifts and refuse 1 gift" */
function promise({ confirmed, refused }: Upload): string {
  const parts = [
    confirmed.count > 0 ? `confirm ${giftsOf(confirmed.count)}` : null,
    refused.count > 0 ? `refuse ${giftsOf(refused.count)}` : null,
  ].filter((part) => part !== null);
  const text = parts.join(" and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function DryRun({ scope, path, upload }: { scope: SchoolScope; path: string; upload: Upload }) {
  const { confirmed, refused, alreadyDecided } = upload;
  const hasNew = confirmed.count + refused.count > 0;
  return (
    <>
      <Facts
        facts={[
          { name: "To confirm", value: sum(confirmed) },
          { name: "To refuse", value: sum(refused) },
          {
            name: "Decided before",
            value:
              alreadyDecided > 0 ? `${giftsOf(alreadyDecided)}, which stay as they are` : "None",
          },
        ]}
      />
      {hasNew ? (
        <StaffForm scope={scope} action={`${path}/submit`} className="grid gap-2">
          <p>
            This can’t be undone: donors get their receipts, and banks are told. Nothing has been
            changed so far.
          </p>
          <Button className="justify-self-start">{promise(upload)}</Button>
        </StaffForm>
      ) : (
        <p>Nothing to do. All of these gifts were already confirmed or refused.</p>
      )}
    </>
  );
}

function Done({ upload: { confirmed, refused, alreadyDecided } }: { upload: Upload }) {
  return (
    <>
      <Notice tone="completed" title="Done" urgent>
        Donors get their receipts now.
      </Notice>
      <Facts
        facts={[
          { name: "Confirmed", value: giftsOrNone(confirmed.count) },
          { name: "Refused", value: giftsOrNone(refused.count) },
          { name: "Decided before", value: giftsOrNone(alreadyDecided) },
        ]}
      />
    </>
  );
}

/** What an uploaded file would do, and after its confirmation, what it did. */
export default staffPage(
  "school",
  "gifts.confirm",
  "/batches/confirm/[upload_id]",
  async ({ scope, base, params, state }) => {
    const { upload_id: id = "" } = params;
    const upload = isUuid(id) ? await readUpload(scope, id) : null;
    if (!upload) return <MissingPage />;
    const { problems, isApplied } = upload;
    const path = `${base}/batches/confirm`;
    const isWrong = problems.length > 0;
    return (
      <StaffFrame
        current={`${base}/batches`}
        title={isApplied ? "Confirmed" : isWrong ? "Fix the file" : "Check before you confirm"}
      >
        <div className="mt-2 grid max-w-reading gap-3">
          <FormStatus state={state} title="Nothing was changed" />
          {isWrong ? (
            <Problems problems={problems} />
          ) : isApplied ? (
            <Done upload={upload} />
          ) : (
            <DryRun scope={scope} path={`${path}/${upload.id}`} upload={upload} />
          )}
          <p>
            {isApplied ? (
              <ButtonLink href={base}>Go to Today</ButtonLink>
            ) : (
              <StandaloneLink href={path}>Upload another file</StandaloneLink>
            )}
          </p>
        </div>
      </StaffFrame>
    );
  },
);
