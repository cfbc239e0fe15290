/** Typed text without surrounding spaces and line breaks; undefined if the form doesn't have its field. */
export const oneLine = (typed: string | null | undefined): string | undefined =>
  typed?.replace(/\s+/g, " ").trim();

export const maxCharacters = (characters: number): string =>
  `Use up to ${characters} characters on one line.`;
