import { ReferenceNumbers } from "#components/portal/reference-numbers.tsx";
import { WholeNumber } from "#components/ui/whole-number.tsx";
import { formatMoment } from "#lib/dates.ts";
import { type Receipt, receiptTitle } from "#lib/receipts/contract.ts";
import {
  receiptLines,
  receiptNumbers,
  SPECIMEN_NOTE,
} from "#lib/receipts/drawing/receipt-lines.ts";

function LetterHead({ organization: { name, address, ein } }: Pick<Receipt, "organization">) {
  return (
    <div className="border-line border-b pb-3">
      <p className="display mb-1 text-balance text-d28 wide:text-d40">{name}</p>
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
        SAMPLE
      </text>
    </svg>
  );
}

/** The receipt as a letter: the same text in the same order as the PDF. */
export function ReceiptLetter({ receipt }: { receipt: Receipt }) {
  const { shown, others } = receiptNumbers(receipt);
  return (
    <article className="relative rounded-box border border-line bg-sheet p-[min(1.5rem,5vw)] wide:min-h-[60rem] wide:p-8 print:min-h-0 print:border-0 print:p-0 print:shadow-none">
      {receipt.specimen && <SpecimenMark />}
      <LetterHead organization={receipt.organization} />
      <h1 className="mt-3 font-strong text-title">{receiptTitle(receipt)}</h1>
      <p className="mt-1 text-quiet text-small">{shown.label}</p>
      <div className="text-lead">
        <WholeNumber number={shown.value} className="font-strong" />
      </div>
      <p className="text-quiet text-small">
        Issued {formatMoment(new Date(receipt.issued_at), receipt.time_zone)}
      </p>
      {receipt.specimen && <p className="mt-1">{SPECIMEN_NOTE}</p>}
      {receipt.thanks && <p className="mt-2 text-lead">{receipt.thanks}</p>}
      <dl className="mt-4 grid gap-1 print:mt-3 print:gap-0.5">
        {receiptLines(receipt).map(({ label, value, isAmount }) => (
          <div
            key={label}
            className="items-baseline wide:grid wide:grid-cols-[12rem_1fr] print:grid print:grid-cols-[12rem_1fr]"
          >
            <dt className="text-quiet">{label}</dt>
            <dd className={`min-w-0 ${isAmount ? "figures text-lead" : ""}`}>
              {isAmount ? <WholeNumber number={value} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 grid gap-1.5 border-line border-t pt-3">
        {receipt.statement.split("\n\n").map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {receipt.signatory && (
        <p className="mt-3">
          <span className="block">{receipt.signatory.name}</span>
          <span className="block text-quiet text-small">{receipt.signatory.title}</span>
        </p>
      )}
      <div className="mt-2">
        <ReferenceNumbers numbers={others} />
      </div>
    </article>
  );
}
