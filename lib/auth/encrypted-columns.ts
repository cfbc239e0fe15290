/** Columns that are encrypted at rest, each value bound to its row. */
import { affected, run } from "../database/run.ts";
import type { Transaction } from "../database/transaction.ts";
import { decrypt, encrypt, UnknownKey } from "../encryption.ts";
import { env } from "../env.ts";
import { encryptedValues, replaceEncrypted } from "./sql.ts";

type EncryptedTable = {
  table: string;
  /** The column that identifies whose the value is. Rows may share it, and then also values. */
  id: string;
  /** The table that it identifies a row of, if it's another one. */
  boundTo?: string;
  ring: "platformConfigKeys" | "webhookSecretsKeys" | "identitySecretsKeys";
  columns: readonly string[];
};

/** A secret, and during a rotation the previous one. */
export type RotatedSecret = {
  encryptedSecret: Uint8Array;
  previousEncryptedSecret: Uint8Array | null;
};

export const ROTATED_SECRET_COLUMNS = ["encrypted_secret", "previous_encrypted_secret"];

/** How many rows were re-encrypted, and the IDs of those left as they are because their key is unknown. */
export type Reencrypted = { reencrypted: number; unreadable: string[] };

export function encryptedColumns({ table, id, boundTo, ring, columns }: EncryptedTable) {
  const placeOf = (rowId: string) => `${boundTo ?? table}:${rowId}`;
  const encryptFor = (rowId: string, text: string) => encrypt(env()[ring], placeOf(rowId), text);
  /** @throws UnknownKey; another error if the value belongs to another row or was modified */
  const decryptFrom = (rowId: string, value: Uint8Array) =>
    decrypt(env()[ring], placeOf(rowId), Buffer.from(value));

  /** Every valid secret of a row: two during a rotation. */
  function decryptAll(rowId: string, row: RotatedSecret): string[] {
    const values = [row.encryptedSecret, row.previousEncryptedSecret];
    return values.flatMap((value) => (value ? [decryptFrom(rowId, value)] : []));
  }

  /** Re-encrypts every value with the first key of the ring. */
  async function reencrypt(tx: Transaction): Promise<Reencrypted> {
    const ids = new Set<string>();
    const unreadable = new Set<string>();
    for (const column of columns) {
      const rows = await run(encryptedValues(table, id, column), tx);
      const replacements = rows.flatMap((row) => {
        ids.add(row.id);
        try {
          return [{ ...row, replacement: encryptFor(row.id, decryptFrom(row.id, row.value)) }];
        } catch (error) {
          if (!(error instanceof UnknownKey)) throw error;
          unreadable.add(row.id);
          return [];
        }
      });
      await affected(replaceEncrypted(table, id, column, replacements), tx);
    }
    return { reencrypted: ids.size - unreadable.size, unreadable: [...unreadable] };
  }

  return { encrypt: encryptFor, decrypt: decryptFrom, decryptAll, reencrypt };
}
