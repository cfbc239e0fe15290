/**
 * React Email's components. Loaded for the first email, so that neither the start nor a page waits; and one
 * by one, because the package that bundles them takes five times the time and memory.
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
