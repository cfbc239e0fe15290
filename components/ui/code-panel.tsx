/** Code in a panel with its language, highlighted on the server. public/docs.js adds a button that copies it. */
import type { ReactNode } from "react";

const NAMES: Record<string, string> = {
  sh: "Shell",
  json: "JSON",
  js: "JavaScript",
  tsx: "TypeScript",
  html: "HTML",
  php: "PHP",
};

const nameOf = (language: string) =>
  NAMES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);

const HASH = /(?:^|(?<=\s))#[^\n]*/;
const SLASHES = /(?<![:\w])\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/;
const COMMENTS: Record<string, RegExp> = { sh: HASH, python: HASH, ruby: HASH, json: /(?!)/ };
const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/;
const WORD =
  /\b(?:as|async|await|class|const|def|do|done|else|end|export|extends|false|final|fi|for|from|func|fun|function|guard|if|import|in|let|new|nil|none|null|of|override|package|private|public|return|self|static|struct|then|throw|true|try|type|val|var|void|while)\b/i;
const NUMBER = /\b\d[\d_.]*\b/;

/** Short elements without classes, since a page has hundreds: strings, comments, words and JSON's keys, and numbers. */
function highlight(code: string, language: string): ReactNode[] {
  const parts = [COMMENTS[language] ?? SLASHES, STRING, WORD, NUMBER].map(({ source }) => source);
  const tokens = new RegExp(`(${parts.join(")|(")})`, "gm");
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const { 0: text, 1: comment, 2: string, 3: word, index } of code.matchAll(tokens)) {
    const isKey = language === "json" && /^\s*:/.test(code.slice(index + text.length));
    const Tag = comment ? "small" : string && !isKey ? "i" : word || isKey ? "b" : "u";
    nodes.push(code.slice(end, index), <Tag key={index}>{text}</Tag>);
    end = index + text.length;
  }
  return [...nodes, code.slice(end)];
}

type Sample = { language: string; code: string };

/** Long lines scroll, by keyboard too. */
const Lines = ({ language, code, label }: Sample & { label?: string | undefined }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <pre tabIndex={0} {...(label ? { role: "region", "aria-label": label } : {})}>
    {highlight(code, language)}
  </pre>
);

type PanelProps = Sample & { title?: string /** Its name for screen readers. */; label?: string };

export const CodePanel = ({ title, label, ...sample }: PanelProps) => (
  <div className="code-panel">
    <p>{title ?? nameOf(sample.language)}</p>
    <Lines {...sample} label={label} />
  </div>
);

/** The same program in several languages, one of which shows. Without scripts, too. */
export const CodeTabs = ({ samples }: { samples: Sample[] }) => (
  <fieldset className="code-panel">
    <legend className="sr-only">Language</legend>
    {samples.flatMap(({ language, code }, at) => [
      <label key={language}>
        <input type="radio" name="language" defaultChecked={at === 0} />
        {nameOf(language)}
      </label>,
      <Lines key={`${language} code`} language={language} code={code} />,
    ])}
  </fieldset>
);
