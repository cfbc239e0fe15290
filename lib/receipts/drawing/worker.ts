/** The drawing thread's worker: draws one document or image at a time, from its input alone. */
import { setPriority } from "node:os";
import { Tinypool } from "tinypool";
import { drawCard } from "../../schools/card/cards.ts";
import { accountPdf } from "./account-pdf.ts";
import { boardPdf } from "./board-pdf.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { statementPdf } from "./statement-pdf.ts";

const DRAW = {
  receipt: receiptPdf,
  statement: statementPdf,
  account: accountPdf,
  board: boardPdf,
  card: drawCard,
};

type Kind = keyof typeof DRAW;
/** A kind of document, and its content. */
export type Drawing = {
  [Name in Kind]: { kind: Name; content: Parameters<(typeof DRAW)[Name]>[0] };
}[Kind];

// Requests come first. Only Linux applies the priority to the thread; elsewhere it would apply to the process.
if (Tinypool.isWorkerThread && process.platform === "linux") setPriority(5);

export default async function draw({ kind, content }: Drawing) {
  const render = DRAW[kind] as (content: unknown) => Promise<Uint8Array>;
  return Tinypool.move(await render(content));
}
