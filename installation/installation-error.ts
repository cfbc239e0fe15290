/** A problem with the machine or the data directory. `message` is one sentence that says what to do. */
export class InstallationError extends Error {
  override name = "InstallationError";
}

/** Receives one line for every long step. */
export type Progress = (line: string) => void;
