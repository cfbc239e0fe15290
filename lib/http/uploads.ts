/** Files that are larger than other bodies. */
import { ServiceError } from "../errors.ts";
import { perProcess } from "../singleton.ts";

/** The maximum size of an uploaded CSV file, in bytes. */
export const MAX_CSV_BYTES = 1024 * 1024;

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
