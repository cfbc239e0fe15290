import { Fragment } from "react";

const WORD = "tax-deductible";

/** A sentence about taxes: no line ends within "tax-deductible". */
export function TaxText({ children }: { children: string }) {
  return children.split(WORD).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    <Fragment key={index}>
      {index > 0 && <span className="whitespace-nowrap">{WORD}</span>}
      {part}
    </Fragment>
  ));
}
