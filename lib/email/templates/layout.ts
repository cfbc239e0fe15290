/** The layout of all emails: one column with one button. */
import type { ReactNode } from "react";
import type { EmailContent, Header } from "./compose.ts";
import type { EmailDocument } from "./composed.ts";
import { type Kit, loadReactEmail } from "./react-email.ts";
import { DARK, STYLES } from "./styles.ts";

const paragraphsOf = ({ h, Text }: Kit, paragraphs: string[] = []) =>
  paragraphs.map((paragraph) =>
    h(Text, { key: paragraph, className: "ink", style: STYLES.paragraph }, paragraph),
  );

const moneyOf = ({ h, Text }: Kit, money: EmailContent["money"]) =>
  money && [
    h(Text, { key: "amount", className: "ink", style: STYLES.amount }, money.amount),
    ...money.points.map((line) =>
      h(Text, { key: line, className: "quiet", style: STYLES.points }, line),
    ),
  ];

function factsOf({ h }: Kit, facts: EmailContent["facts"] = []): ReactNode {
  if (facts.length === 0) return null;
  const rows = facts.map(([name, value]) =>
    h(
      "tr",
      { key: name },
      h("td", { className: "quiet line", style: STYLES.name }, name),
      h("td", { className: "ink line", style: STYLES.value }, value),
    ),
  );
  const table = { role: "presentation", className: "line", style: STYLES.facts };
  return h("table", table, h("tbody", null, rows));
}

const buttonOf = ({ h, Button }: Kit, button: EmailContent["button"]) =>
  button &&
  h(Button, { href: button.link, className: "action", style: STYLES.button }, button.label);

function footerOf({ h, Text }: Kit, letter: EmailContent, settingsLink: string): ReactNode {
  const link = h(
    "a",
    { href: settingsLink, target: "_blank", className: "accent", style: STYLES.link },
    "Choose which mails you get",
  );
  return [
    h("hr", { key: "line", className: "line", style: STYLES.footerLine }),
    h(Text, { key: "why", className: "quiet", style: STYLES.footer }, letter.why),
    letter.optional &&
      h(Text, { key: "choose", className: "quiet", style: STYLES.footer }, link, "."),
  ];
}

function contentOf(kit: Kit, letter: EmailContent, head: Header): ReactNode {
  const { h, Text, Heading } = kit;
  return h(
    "div",
    { style: STYLES.cell },
    h(Text, { className: "ink", style: STYLES.wordmark }, head.brandName),
    head.notice && h(Text, { className: "quiet", style: STYLES.notice }, head.notice),
    h(Heading, { as: "h1", className: "ink", style: STYLES.heading }, letter.heading),
    moneyOf(kit, letter.money),
    paragraphsOf(kit, letter.paragraphs),
    factsOf(kit, letter.facts),
    buttonOf(kit, letter.button),
    paragraphsOf(kit, letter.afterwards),
    footerOf(kit, letter, head.settingsLink),
  );
}

/** The email as HTML. */
export async function renderHtml({ letter, head }: EmailDocument): Promise<string> {
  const kit = await loadReactEmail();
  const { h, Html, Head, Preview, Body, Container, render } = kit;
  return render(
    h(
      Html,
      { lang: "en" },
      h(
        Head,
        null,
        h("title", null, letter.subject),
        h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
        h("meta", { name: "color-scheme", content: "light dark" }),
        h("meta", { name: "supported-color-schemes", content: "light dark" }),
        h("style", null, DARK),
      ),
      h(
        Body,
        { className: "paper", style: STYLES.body },
        h(Preview, { children: letter.preview }),
        h(Container, { style: STYLES.column }, contentOf(kit, letter, head)),
      ),
    ),
  );
}
