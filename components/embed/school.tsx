/** @jsxImportSource hono/jsx */
import type { School } from "#lib/schools/contract.ts";

export type ShownSchool = Pick<School, "school_id" | "name" | "city" | "state" | "conference">;

/** A school's monogram. Decorative: its name is always beside it. */
export function Monogram({ schoolId, size }: { schoolId: string; size: number }) {
  return (
    <img
      src={`/monograms/${encodeURIComponent(schoolId)}.svg`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
    />
  );
}

/** The receiving school and foundation. */
export function SchoolLine({ school, foundation }: { school: ShownSchool; foundation: string }) {
  return (
    <div class="school">
      <Monogram schoolId={school.school_id} size={56} />
      <div>
        <p class="strong">{school.name}</p>
        <p class="quiet small">
          {school.city}, {school.state} · {school.conference}
        </p>
        <p class="quiet small">Received by {foundation}</p>
      </div>
    </div>
  );
}

/** A titled list of schools, each a button that chooses it. Empty: nothing. */
export function SchoolChoices({ title, schools }: { title: string; schools: ShownSchool[] }) {
  if (schools.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {schools.map((school) => (
          <li>
            <button type="submit" name="school_id" value={school.school_id} class="row">
              <Monogram schoolId={school.school_id} size={40} />
              <span>
                <b>{school.name}</b>
                <br />
                <span class="quiet small">
                  {school.city}, {school.state} · {school.conference}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
