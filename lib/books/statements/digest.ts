/**
 * The digests of statements, over the canonical form in docs/books.md. The client computes them from events alone
 * (packages/client/books.ts), so nothing else goes in.
 */
import { createHash, type Hash } from "node:crypto";
import type { WireTransfer } from "../../ledger/contract.ts";

type Interval = { from: string; to: string };

/** The digest of a section, to which transfers are added in their order. */
export class SectionDigest {
  private readonly hash: Hash = createHash("sha256");

  constructor(schoolId: string, { from, to }: Interval, openingCents: number) {
    this.hash.update(`section ${schoolId} ${from} ${to} ${openingCents}\n`);
  }

  add(transfer: WireTransfer): void {
    const { transfer_id: id, kind, bank_effect_cents: cents, corrects, posted_at: at } = transfer;
    this.hash.update(`${id} ${kind} ${cents} ${corrects ?? "-"} ${at}\n`);
  }

  finish(closingCents: number): Buffer {
    return this.hash.update(`closing ${closingCents}\n`).digest();
  }
}

type Root = Interval & {
  number: number;
  previousDigest: Buffer | null;
  openingCents: number;
  closingCents: number;
  sections: { schoolId: string; digest: Buffer }[];
};

/** The digest of a statement. @param root with its sections by their schools' IDs */
export function statementDigest(root: Root): Buffer {
  const { number, from, to, previousDigest, openingCents, closingCents, sections } = root;
  const previous = previousDigest?.toString("hex") ?? "-";
  const lines = [
    `statement ${number} ${from} ${to} ${previous} ${openingCents}`,
    ...sections.map(({ schoolId, digest }) => `${schoolId} ${digest.toString("hex")}`),
    `closing ${closingCents}`,
  ];
  return createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest();
}
