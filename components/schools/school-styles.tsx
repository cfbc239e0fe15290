"use client";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";

const noSubscription = () => () => {};

/**
 * The colors of a page's schools, as CSS. The server renders them with the page's nonce. After a client-side refresh or
 * navigation, the nonce differs from the one in the document's policy, so the CSS becomes an adopted stylesheet
 * instead.
 */
export function SchoolStyles({ css, nonce }: { css: string; nonce: string | undefined }) {
  // True only if the server rendered it with the document.
  const isHydrating = useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  );
  const [rendered] = useState(isHydrating ? { css, nonce } : null);
  useLayoutEffect(() => {
    if (css === rendered?.css) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [css, rendered]);
  return (
    rendered && (
      <style
        nonce={rendered.nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: validated colors and ids
        dangerouslySetInnerHTML={{ __html: rendered.css }}
      />
    )
  );
}
