/** Where a line may end: after spaces and hyphens, and between most East Asian characters. */

const EAST_ASIAN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** Closing punctuation, small kana, and marks that repeat or lengthen what is before them. */
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{Po}ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿー々〻ゝゞヽヾ〜\uff67-\uff70]/u;

/** Opening brackets and quotation marks. */
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;

const ENDS_A_WORD = /[ \u200b]$/u;
const HYPHEN = /[-‐–—]$/u;
const LETTER = /^\p{L}/u;

/** Whether a line may end between two adjacent characters. */
export function mayBreakBetween(before: string, after: string): boolean {
  if (after === " ") return false;
  if (ENDS_A_WORD.test(before)) return true;
  if (HYPHEN.test(before)) return LETTER.test(after);
  if (!EAST_ASIAN.test(before) && !EAST_ASIAN.test(after)) return false;
  return !NEVER_FIRST.test(after) && !NEVER_LAST.test(before);
}
