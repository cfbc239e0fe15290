/** Checks the books: every invariant, and that the ledger is what events and payments say. */
import { FIRST_ID } from "../../csv.ts";
import { run } from "../../database/run.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { addUp } from "../statements/add-up.ts";
import { statementDigest } from "../statements/digest.ts";
import { addSums } from "../statements/sums.ts";
import * as sql from "./sql.ts";

type LedgerFinding = sql.FindingRow & { check: sql.Check | "digest" };

/** The statements whose digests aren't those of their transfers. */
async function wrongDigests(tx: Transaction): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  let after = FIRST_ID;
  for (;;) {
    const [statement] = await sql.nextStatement({ after }, tx);
    if (!statement) return findings;
    const { id: subject, previousDigest, digest, number, bankId, ...interval } = statement;
    const openings = await sql.readSectionDigests({ statementId: subject }, tx);
    const sections = await addUp(tx, { bankId, ...interval }, openings);
    const [from, to] = [interval.from.toISOString(), interval.to.toISOString()];
    const { openingCents, closingCents } = addSums(sections.map(({ sums }) => sums));
    const root = { number, from, to, previousDigest, openingCents, closingCents, sections };
    const computed = statementDigest(root);
    if (!computed.equals(digest)) {
      const difference = `${digest.toString("hex")} is stored, ${computed.toString("hex")} computed`;
      findings.push({ check: "digest", subject, difference });
    }
    after = subject;
  }
}

/**
 * All findings; none if the books are right. Reads everything, so it takes a while.
 * @param tx whose snapshot every query has to see, since gifts settle meanwhile
 */
export async function checkIn(tx: Transaction): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  for (const [check, query] of Object.entries(sql.CHECKS)) {
    const rows = await run(query, tx);
    findings.push(...rows.map((row) => ({ check: check as sql.Check, ...row })));
  }
  return [...findings, ...(await wrongDigests(tx))];
}

/** Checks the books as they are at one moment, and notes the result for `status` and metrics. */
export async function checkLedger(): Promise<LedgerFinding[]> {
  const findings = await transaction(async (tx) => {
    await run(sql.oneSnapshot, tx);
    return checkIn(tx);
  });
  const [first] = findings;
  const noted = first ? `${first.check}: ${first.subject}, ${first.difference}` : null;
  await sql.recordCheck({ count: findings.length, first: noted });
  return findings;
}
