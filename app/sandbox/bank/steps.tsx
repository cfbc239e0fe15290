const STEPS = [
  {
    title: "The bank’s server requests a token",
    text: "One POST /v1/embed/token request with the customer and the presets. The API key stays on the server.",
  },
  {
    title: "The app opens the URL",
    text: "In a webview or a frame. It’s valid for one donation and for 10 minutes.",
  },
  {
    title: "The customer reviews the gift and gives",
    text: "The screen uses the bank’s colors, and works without cookies or JavaScript.",
  },
  {
    title: "The bank approves it",
    text: "Its server is asked before the gift is accepted, unless it has locked the amount. Harbor declines an amount that ends in .81, and doesn’t answer for one that ends in .84.",
  },
  {
    title: "The bank is notified",
    text: "The app gets messages immediately, the return URL includes the outcome, and a signed webhook sends the confirmation number to the server.",
  },
];

/** What happens after the button is pressed. */
export const Steps = () => <StepList steps={STEPS} />;

/** Steps in order. */
export function StepList({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-2">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span aria-hidden="true" className="figures w-2 font-strong text-quiet">
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="font-strong">{title}</p>
            <p className="text-quiet text-small">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
