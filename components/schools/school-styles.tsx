"use client";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";

const noSubscription = () => () => {};

/**
 * The colors of the schools that a page shows, as CSS. The server writes them with the page's nonce. What comes later,
 * when a page is refreshed or navigates, has another nonce, which the document's policy does not know: it is adopted
 * as a stylesheet instead.
 */
export function SchoolStyles({ css, nonce }: { css: string; nonce: string | undefined }) {
  // While it hydrates, it came with the document from the server.
  const isHydrating = useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  );
  const [written] = useState(isHydrating ? { css, nonce } : null);
  useLayoutEffect(() => {
    if (css === written?.css) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [css, written]);
  return (
    written && (
      <style
        nonce={written.nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: colors and ids that were checked
        dangerouslySetInnerHTML={{ __html: written.css }}
      />
    )
  );
}
