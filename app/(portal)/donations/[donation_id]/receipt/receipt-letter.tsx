import { formatMoment } from "#lib/email/templates/dates.ts";
import type { Receipt } from "#lib/receipts/contract.ts";
import { receiptLines, SPECIMEN_NOTE } from "#lib/receipts/drawing/receipt-lines.ts";

function LetterHead({ organization: { name, address, ein } }: Pick<Receipt, "organization">) {
  return (
    <div className="border-line border-b pb-3">
      <p className="text-lead">{name}</p>
      <p className="whitespace-pre-line text-quiet text-small">
        {[address, ein && `EIN ${ein}`].filter(Boolean).join("\n")}
      </p>
    </div>
  );
}

/** A watermark, so that no copy passes for a real receipt. The text says so too. */
function SpecimenMark() {
  return (
    <svg
      viewBox="0 0 850 1100"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <text
        x="425"
        y="610"
        textAnchor="middle"
        transform="rotate(-52 425 550)"
        fontSize="170"
        fill="currentcolor"
        fillOpacity="0.08"
      >
        SPECIMEN
      </text>
    </svg>
  );
}

/** The receipt as a letter: the same text in the same order as the PDF, below a bar in the school's color. */
export function ReceiptLetter({ receipt, schoolId }: { receipt: Receipt; schoolId: string }) {
  return (
    <article className="relative rounded-box border border-line bg-sheet p-3 wide:min-h-[60rem] wide:p-8 print:min-h-0 print:border-0 print:p-0 print:shadow-none">
      {receipt.specimen && <SpecimenMark />}
      <div
        className={`school-${schoolId} mb-3 h-[5px] bg-(--field) forced-color-adjust-none [print-color-adjust:exact]`}
      />
      <LetterHead organization={receipt.organization} />
      <h1 className="mt-3 font-strong text-title">Donation receipt</h1>
      <p className="mt-0.5">No. {receipt.receipt_number}</p>
      <p className="text-quiet text-small">Issued {formatMoment(new Date(receipt.issued_at))}</p>
      {receipt.specimen && <p className="mt-1">{SPECIMEN_NOTE}</p>}
      <dl className="mt-4 grid gap-1">
        {receiptLines(receipt).map(({ label, value, isAmount }) => (
          <div
            key={label}
            className="items-baseline wide:grid wide:grid-cols-[12rem_1fr] print:grid print:grid-cols-[12rem_1fr]"
          >
            <dt className="text-quiet">{label}</dt>
            <dd className={`min-w-0 ${isAmount ? "figures text-lead" : ""}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 grid gap-1.5 border-line border-t pt-3">
        {receipt.statement.split("\n\n").map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="mt-4 text-quiet text-small">Donation {receipt.donation_id}</p>
    </article>
  );
}
