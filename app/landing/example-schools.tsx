import { Amount, TicketArt } from "#components/giving/ticket.tsx";
import { Monogram } from "#components/schools/school-art.tsx";
import { SchoolTile } from "#components/schools/school-tiles.tsx";
import type { SchoolBranding } from "#lib/schools/contract.ts";

/** Each is turned so that it covers at most another one's stub, never its amount. */
const GIFTS = [
  { amount: "$100", points: "10,000 points", place: "rotate-2" },
  { amount: "$250", points: "25,000 points", place: "-rotate-2 ml-auto" },
  { amount: "$50", points: "5,000 points", place: "rotate-1 mx-auto" },
];

/** Sample tickets. Decorative. */
export function ExampleTickets({ schools }: { schools: SchoolBranding[] }) {
  return (
    <div aria-hidden="true" className="mx-auto w-full max-w-[28rem] py-2">
      {GIFTS.map(({ amount, points, place }, n) => {
        const school = schools[n];
        return (
          school && (
            <div
              key={amount}
              className={`ticket ticket-small school-${school.school_id} w-[94%] ${place}`}
            >
              <div className="ticket-side [--amount-max:6rem] max-wide:[--room:36cqi]">
                <div className="ticket-main">
                  <TicketArt school={school} />
                  <p className="font-strong text-[min(1rem,6cqi)]">{school.name}</p>
                  <Amount amount={amount} className="mt-1" />
                  <p className="figures mt-1 font-strong text-small">{points}</p>
                </div>
                <div className="ticket-stub grid-cols-[minmax(0,1fr)]">
                  <Monogram
                    letters={school.monogram}
                    className="h-4 w-auto max-w-full self-start"
                  />
                  <p className="text-[min(0.875rem,4cqi)]">Annual Fund</p>
                </div>
              </div>
            </div>
          )
        );
      })}
    </div>
  );
}

/** A full-width row of school tiles. */
export function SchoolBand({ schools }: { schools: SchoolBranding[] }) {
  return (
    <ul aria-label="Some of the schools" className="grid grid-cols-5 desk:grid-cols-10">
      {schools.map((school) => (
        <li key={school.school_id} className={`school-${school.school_id}`}>
          <a href={`/schools/${school.school_id}`} className="block outline-offset-[-3px]">
            <SchoolTile
              schoolId={school.school_id}
              className="min-h-5.5 object-cover object-left-bottom"
            />
            <span className="sr-only">{school.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
