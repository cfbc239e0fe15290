/** The one donation of an embedded session: it has the session's id. */
import type { EmbedScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { preparedStatement } from "../database/run.ts";
import type { OwnDonation } from "../donations/contract.ts";
import { type OwnRow, serializeOwnDonation } from "../donations/serialize.ts";
import { SHOWN_COLUMNS } from "../donations/statements.ts";

/** The donation that a session has made, as its giver sees it; null where it has made none. */
export async function findEmbedDonation(scope: EmbedScope): Promise<OwnDonation | null> {
  const { rows } = await pool().query<OwnRow>(
    preparedStatement(
      "embed-donation",
      `select ${SHOWN_COLUMNS}, s.name as "schoolName", f.name as "fundName"
       from donation d
       join school s on s.id = d.school_id
       left join credit c on c.donation_id = d.id
       left join fund f on f.school_id = d.school_id and f.fund_id = d.fund_id
       where d.id = $1 and d.bank_id = $2 and d.account_id = $3
         and d.cardholder_id = $4`,
      [scope.sessionId, scope.bankId, scope.accountId, scope.cardholderId],
    ),
  );
  return rows[0] ? serializeOwnDonation(rows[0]) : null;
}
