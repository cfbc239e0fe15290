import { validate as isUuid } from "uuid";
import { anyText } from "#app/filters.ts";
import { PageLinks } from "#app/page-links.tsx";
import { SelectionBar } from "#components/desk/bar.tsx";
import { Figures } from "#components/desk/figures.tsx";
import { Empty } from "#components/desk/list.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { listGiftsWithTotals, listReversals, readWaitingGifts } from "#lib/batches/queries.ts";
import { PER_PAGE, readUpload, type Upload } from "#lib/batches/uploads.ts";
import { type Cents, formatDollars, sumOfCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { StaffForm, StaffFrame, type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { CONFIRM, GIFTS, MAX_SELECTED } from "../gift-filter.ts";
import { DropZone } from "./drop-zone.tsx";
import { Numbers, type ReversalRow, Reversals, type Row } from "./numbers.tsx";

type Props = StaffPageProps<"school">;

/** Those that are selected, or else all; the longest waiting first. */
async function readGifts({ scope, selected }: Props): Promise<Row[]> {
  const named = selected.length > 0 ? selected.slice(0, MAX_SELECTED) : undefined;
  const which = { part: "to_confirm", named, order: "oldest", limit: MAX_SELECTED } as const;
  return (await listGiftsWithTotals(scope, which)).items;
}

/** The gifts of a part of a file, in its order. */
async function readGiftsIn({ rows }: Upload, { scope }: Props): Promise<Row[]> {
  const named = rows.map(({ gift }) => gift);
  const { items } = await listGiftsWithTotals(scope, { named, limit: PER_PAGE });
  const gifts = new Map(items.map((gift) => [gift.number, gift]));
  return rows.flatMap((file) => {
    const gift = gifts.get(file.gift);
    return gift ? [{ ...gift, file }] : [];
  });
}

/** Those to decide, or those that a part of a file decides. */
async function readReversals({ scope }: Props, upload?: Upload): Promise<ReversalRow[]> {
  const rows: ReversalRow[] = await listReversals(scope, MAX_SELECTED);
  if (!upload) return rows;
  const files = new Map(upload.rows.map((file) => [file.gift, file]));
  return rows.flatMap((row) => {
    const file = files.get(row.number);
    return file ? [{ ...row, file }] : [];
  });
}

/** What the file would do, and its lines that name none of the school's gifts. */
function FileSummary({ upload }: { upload: Upload }) {
  const { ready, declined, wrong, alreadyDecided, problems, problemCount, createdAt } = upload;
  const sums = { "Ready to confirm": ready, "To decline": declined, "To fix": wrong };
  const shown = Object.entries(sums).filter(([, { count }]) => count > 0);
  return (
    <>
      <p className="mt-2 text-quiet">
        Read <Moment at={createdAt} as="minute" />.
        {alreadyDecided > 0 &&
          ` ${formatCount(alreadyDecided, "gift")} decided before, which stay as they are.`}
      </p>
      <Figures
        figures={shown.map(([label, { count, cents }]) => ({
          label,
          amount: formatDollars(cents),
          isWrong: label === "To fix",
          sub: formatCount(count, "gift"),
        }))}
      />
      {problemCount > 0 && (
        <div className="mt-3">
          <Notice tone="failed" title={`${formatCount(problemCount, "line")} can’t be read`} urgent>
            <ul>
              {problems.map(({ line, text }) => (
                <li key={`${line} ${text}`}>
                  {line === null ? "" : `Row ${line}: `}
                  {text}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  );
}

/** Of the gifts that the table shows: how many, how late, and how the others are confirmed. */
function Intro({ gifts, waiting }: { gifts: Row[]; waiting: number }) {
  const late = gifts.filter(({ isLate }) => isLate).length;
  return (
    <p className="mt-1 max-w-reading text-quiet">
      {formatDollars(sumOfCents(gifts.map(({ countedCents }) => countedCents)))} in all.{" "}
      {late > 0 && <b className="text-failed">{late} late. </b>}
      {waiting > gifts.length && `${formatCount(waiting, "gift")} are waiting. `}A gift without a
      number stays unconfirmed.
    </p>
  );
}

/** What is ready on the other pages of a file. */
function moreOf({ ready, rows }: Upload): { count: number; cents: Cents } {
  const here = rows.filter(({ wrong, reason, number }) => !wrong && !reason && number);
  const cents = ready.cents - sumOfCents(here.map((row) => row.cents));
  return { count: ready.count - here.length, cents: cents as Cents };
}

const titleOf = (count: number) =>
  count === 0 ? "Confirm gifts" : `Confirm ${formatCount(count, "gift")}`;

/** Several gifts, each with the number that it will get, before anything is final: typed in, or from a file. */
async function ConfirmPage(page: Props) {
  const { query, scope } = page;
  const part = /^[1-9]\d{0,3}$/.test(query.after ?? "") ? Number(query.after) : 1;
  const upload = query.upload ? await readUpload(scope, query.upload, part) : undefined;
  if (upload === null) return null;
  const [gifts, waiting, reversals] = await Promise.all([
    upload ? readGiftsIn(upload, page) : readGifts(page),
    readWaitingGifts(scope),
    readReversals(page, upload),
  ]);
  const declined = upload?.declined.count ?? 0;
  const total = upload?.count ?? gifts.length;
  const words = declined > 0 ? `Confirm # gifts and decline ${declined}` : "Confirm # gifts";
  return (
    <StaffFrame
      page={page}
      title={titleOf(total)}
      failed="Nothing was confirmed"
      flashes={{ confirmed: "Those that were ready are confirmed. These are left" }}
      back={{ href: GIFTS, text: "Gifts" }}
    >
      <DropZone page={page} isReplaced={upload !== undefined} />
      {upload && <FileSummary upload={upload} />}
      {!upload && gifts.length > 0 && <Intro gifts={gifts} waiting={waiting.toConfirm} />}
      {gifts.length + reversals.length === 0 ? (
        <Empty title="Nothing to confirm">
          {upload
            ? "The file has no gifts that wait for you."
            : "All of these gifts are confirmed or declined, or their batch is still open."}
        </Empty>
      ) : (
        <StaffForm page={page} action="submit" data-entries="">
          {upload && <input type="hidden" name="upload" value={query.upload} />}
          {gifts.length > 0 && <Numbers page={page} gifts={gifts} />}
          {reversals.length > 0 && <Reversals page={page} rows={reversals} />}
          {upload && (
            <PageLinks
              path={CONFIRM}
              query={{ upload: query.upload }}
              nextCursor={part * PER_PAGE < total ? String(part + 1) : null}
              isFirst={part === 1}
            />
          )}
          <SelectionBar actions={[{ words, isMain: true }]} more={upload && moreOf(upload)}>
            <p className="text-fine">
              {upload &&
                upload.wrong.count > 0 &&
                `The ${upload.wrong.count} to fix stay unconfirmed. `}
              Donors get receipts. This can’t be undone.
            </p>
          </SelectionBar>
        </StaffForm>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.confirm", "/gifts/confirm", ConfirmPage, {
  selected: anyText,
  upload: isUuid,
});
