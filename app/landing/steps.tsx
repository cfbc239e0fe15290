const STEPS = [
  {
    title: "Pick an amount",
    text: "See the dollars, the points, and the rate before you give. Always.",
  },
  {
    title: "We deliver it",
    text: "Your gift goes straight to the school’s ticket office, which already knows you as a fan.",
  },
  {
    title: "The school confirms",
    text: "Its confirmation number is on your ticket and your receipt. Your bank uses your points only after that.",
  },
];

/** How giving works, in three steps. */
export function Steps() {
  return (
    <section aria-labelledby="how" className="mt-8">
      <h2 id="how" className="display text-d40">
        How it works
      </h2>
      <ol className="mt-3 grid gap-4 wide:grid-cols-3">
        {STEPS.map(({ title, text }, n) => (
          <li key={title}>
            <p aria-hidden="true" className="display text-d64">
              {n + 1}
            </p>
            <h3 className="mt-1 font-strong">{title}</h3>
            <p className="mt-0.5 text-quiet">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
