/** Columns that are encrypted at rest, each value bound to its row. */
import { affected, run } from "../database/run.ts";
import type { Transaction } from "../database/transaction.ts";
import { decrypt, encrypt, UnknownKey } from "../encryption.ts";
import { env } from "../env.ts";
import { replaceSealed, sealedValues } from "./sql.ts";

/** The columns with a key's ID and with what it has encrypted. */
type Columns = readonly [keyId: string, sealed: string];

type Place = {
  table: string;
  /** The column that identifies a row. */
  id: string;
  ring: "platformConfigKeys" | "webhookSecretsKeys" | "identitySecretsKeys";
  columns: readonly Columns[];
};

/** A secret, and during a rotation the one before. */
export type RotatedSecret = {
  secretKeyId: string;
  sealedSecret: Uint8Array;
  previousSecretKeyId: string | null;
  sealedPreviousSecret: Uint8Array | null;
};

/** The columns of a RotatedSecret. */
export const ROTATED: readonly Columns[] = [
  ["secret_key_id", "sealed_secret"],
  ["previous_secret_key_id", "sealed_previous_secret"],
];

/** What became of values that were to be encrypted again: the IDs of those whose key is unknown, which stay as they are. */
export type Reencrypted = { resealed: number; unreadable: string[] };

/** The functions that encrypt and decrypt the values of a table. */
export function sealedIn({ table, id, ring, columns }: Place) {
  const placeOf = (rowId: string) => `${table}:${rowId}`;
  const seal = (rowId: string, text: string) => encrypt(env()[ring], placeOf(rowId), text);
  /** @throws UnknownKey; any other error if the value is another row's, or was changed */
  const open = (rowId: string, keyId: string, sealed: Uint8Array) =>
    decrypt(env()[ring], placeOf(rowId), { keyId, sealed: Buffer.from(sealed) });

  /** Every secret of a row that is valid: two during a rotation. */
  function openAll(rowId: string, row: RotatedSecret): string[] {
    const { previousSecretKeyId: keyId, sealedPreviousSecret: sealed } = row;
    const current = open(rowId, row.secretKeyId, row.sealedSecret);
    return keyId && sealed ? [current, open(rowId, keyId, sealed)] : [current];
  }

  /** Encrypts every value again, with the first key of the ring. */
  async function reseal(tx: Transaction): Promise<Reencrypted> {
    const ids = new Set<string>();
    const unreadable = new Set<string>();
    for (const [keyColumn, column] of columns) {
      const rows = await run(sealedValues(table, id, keyColumn, column), tx);
      const anew = rows.flatMap((row) => {
        ids.add(row.id);
        try {
          const { keyId, sealed } = seal(row.id, open(row.id, row.keyId, row.sealed));
          return [{ id: row.id, keyId, sealed, before: row.sealed }];
        } catch (error) {
          if (!(error instanceof UnknownKey)) throw error;
          unreadable.add(row.id);
          return [];
        }
      });
      await affected(replaceSealed(table, id, keyColumn, column, anew), tx);
    }
    return { resealed: ids.size - unreadable.size, unreadable: [...unreadable] };
  }

  return { seal, open, openAll, reseal };
}
