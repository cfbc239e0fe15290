/**
 * What the emails are drawn with. Loaded at the first email and not before, so that neither the start
 * nor a page waits for it; and piece by piece, because the collection that holds them all brings five
 * times the time and memory along.
 */
async function load() {
  const [react, html, head, preview, body, container, heading, text, button, render] =
    await Promise.all([
      import("react"),
      import("@react-email/html"),
      import("@react-email/head"),
      import("@react-email/preview"),
      import("@react-email/body"),
      import("@react-email/container"),
      import("@react-email/heading"),
      import("@react-email/text"),
      import("@react-email/button"),
      import("@react-email/render"),
    ]);
  return {
    h: react.createElement,
    ...html,
    ...head,
    ...preview,
    ...body,
    ...container,
    ...heading,
    ...text,
    ...button,
    ...render,
  };
}

export type Kit = Awaited<ReturnType<typeof load>>;

let loading: Promise<Kit> | undefined;

/** The library, loaded once. */
export function loadReactEmail(): Promise<Kit> {
  loading ??= load();
  return loading;
}
