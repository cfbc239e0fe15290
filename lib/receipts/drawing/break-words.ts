/**
 * Text as people and banks have sent it, made ready for lines of a document. The typesetter tries a word
 * that is too wide letter by letter, and each line end starts a line: both are settled before.
 */

/** Shorter words fit into every column. */
const MAY_BE_TOO_WIDE = /[^\s]{16,}/gu;

/** Without line ends, and ended with an ellipsis where it is longer than `most` characters. */
export function toOneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  // Code units first: most texts are short.
  if (line.length <= most) return line;
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/**
 * Breaks words that are wider than a line, each character measured once.
 * @param widthOf of a few characters, in the font and size at hand
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
      // Spacing between letters may add a little to what each of them takes alone.
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
