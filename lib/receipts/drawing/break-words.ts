/**
 * Prepares untrusted text for the lines of a document. The typesetter handles a word that is too wide
 * letter by letter, and starts a new line at every line break; both are resolved beforehand.
 */

/** Shorter words fit into every column. */
const MAY_BE_TOO_WIDE = /[^\s]{16,}/gu;

/** Removes line breaks, and shortens text to `most` characters with an ellipsis. */
export function toOneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  // Code units first: most texts are short.
  if (line.length <= most) return line;
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/**
 * Breaks words that are wider than a line. Measures each character once.
 * @param widthOf measures a few characters in the current font and size
 */
export function breakLongWords(
  text: string,
  width: number,
  widthOf: (characters: string) => number,
): string {
  const widths = new Map<string, number>();
  const measured = (character: string) => {
    const known = widths.get(character) ?? widthOf(character);
    widths.set(character, known);
    return known;
  };
  return text.replace(MAY_BE_TOO_WIDE, (word) => {
    const lines = [""];
    let used = 0;
    for (const character of word) {
      const more = measured(character);
      // Letter spacing may add a little to the widths of the single letters.
      if (used + more > width * 0.98 && lines.at(-1) !== "") {
        lines.push("");
        used = 0;
      }
      lines[lines.length - 1] += character;
      used += more;
    }
    return lines.join("\n");
  });
}
