/** Files that are larger than other bodies. */
import { isUtf8 } from "node:buffer";
import { ServiceError } from "../errors.ts";
import { perProcess } from "../singleton.ts";

/** The maximum size of an uploaded CSV file, in bytes. */
export const MAX_CSV_BYTES = 1024 * 1024;

/** What a file is that should be a CSV file in UTF-8: "UTF-16", for example. Undefined if it may be one. */
export function otherThanCsv(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2)).toString("latin1");
  if (start === "PK") return "an Excel workbook";
  if (start === "\xff\xfe" || start === "\xfe\xff" || bytes.includes(0)) return "UTF-16";
  return isUtf8(bytes) ? undefined : "in another encoding, such as Windows-1252";
}

/** What a form adds to its file: boundaries, headers, and small fields. */
export const FORM_BYTES = 16 * 1024;

const uploading = perProcess("uploads", () => new Set<string>());

/**
 * Receives and handles an owner's upload, one at a time: however many it sends, they cost the memory of one.
 * @throws ServiceError RATE_LIMITED while it has another under way
 */
export async function oneUpload<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if (uploading().has(owner)) {
    throw new ServiceError("RATE_LIMITED", { headers: { "Retry-After": "2" } });
  }
  uploading().add(owner);
  try {
    return await work();
  } finally {
    uploading().delete(owner);
  }
}
