const STEPS = [
  {
    title: "The bank’s server asks for a token",
    text: "One request, POST /v1/embed/token, names the customer and what is offered. The key stays on the server.",
  },
  {
    title: "The app opens the address that it gets",
    text: "In a webview or a frame. It is good for one donation and for ten minutes.",
  },
  {
    title: "The customer looks it over and gives",
    text: "The screen does without cookies and without scripts, and takes the bank’s colors.",
  },
  {
    title: "The bank is told",
    text: "Messages tell the app at once, the return address says it again, and a signed webhook carries the school’s number to the server.",
  },
];

/** What happens after the button is pressed. */
export function Steps() {
  return (
    <ol className="grid gap-2">
      {STEPS.map(({ title, text }, index) => (
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
