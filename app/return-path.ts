/** Where to go after the sign-in: a path of ours, whatever the address asks for. */
export function returnPath(asked: string | null | undefined, otherwise = "/home"): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, "http://ours")) return otherwise;
  const { origin, pathname, search } = new URL(asked, "http://ours");
  // Parsed as browsers parse it: `/\evil`, `//evil` and `/.//evil` all leave, one way or another.
  return origin === "http://ours" && !pathname.startsWith("//") ? pathname + search : otherwise;
}
