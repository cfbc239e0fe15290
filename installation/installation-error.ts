/** Something about the machine or the data directory stops us. `message` is one sentence that says what to do. */
export class InstallationError extends Error {
  override name = "InstallationError";
}

/** Receives one line for every step that takes a person's patience. */
export type Progress = (line: string) => void;
