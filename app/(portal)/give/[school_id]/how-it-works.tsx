/** What happens after the form, and when points are taken. */
export function HowItWorks({ school }: { school: string }) {
  return (
    <aside aria-labelledby="how" className="desk:sticky desk:top-3 desk:self-start">
      <h2 id="how" className="font-strong text-lead">
        How it goes
      </h2>
      <ol className="mt-1 grid list-decimal gap-1 pl-2.5 text-quiet">
        <li>You look everything over. Nothing is given before you say so.</li>
        <li>We accept your donation and tell {school} at once.</li>
        <li>Once {school} has confirmed it, your bank takes the points.</li>
      </ol>
    </aside>
  );
}
