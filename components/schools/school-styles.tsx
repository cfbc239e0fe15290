"use client";
import { useEffect, useState } from "react";

/**
 * The colors of the schools that a page shows, as CSS. The server writes them with the page's nonce. A refreshed page
 * has another nonce, which the document's policy does not know, so that changes are adopted as a stylesheet instead.
 */
export function SchoolStyles({ css, nonce }: { css: string; nonce: string | undefined }) {
  const [written] = useState({ css, nonce });
  useEffect(() => {
    if (css === written.css) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [css, written]);
  return (
    <style
      nonce={written.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: colors and ids that were checked
      dangerouslySetInnerHTML={{ __html: written.css }}
    />
  );
}
