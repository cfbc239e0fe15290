/** One to three letters: all capital letters of the name if there are few, otherwise one per word. */
export function monogramLetters(name: string): string {
  const words = name.normalize("NFKD").match(/[A-Za-z]+/g) ?? [];
  const capitals = words.map((word) => word.replace(/[^A-Z]/g, ""));
  const all = capitals.join("");
  const letters = all.length <= 3 ? all : capitals.map((of) => of.charAt(0)).join("");
  return letters.slice(0, 3) || name.charAt(0).toUpperCase();
}
