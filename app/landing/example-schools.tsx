import { StubFund } from "#components/giving/gift-ticket.tsx";
import { Ticket } from "#components/giving/ticket.tsx";
import { SchoolTile } from "#components/schools/school-tiles.tsx";
import type { SchoolBranding } from "#lib/schools/contract.ts";

const GIFTS = [
  { amount: "$100", points: "10,000 points", place: "-rotate-8 left-0 top-4" },
  { amount: "$250", points: "25,000 points", place: "rotate-7 right-0 top-0" },
  { amount: "$50", points: "5,000 points", place: "-rotate-1 left-[21%] top-16" },
];

/** Three overlapping sample tickets. Decorative. */
export function ExampleTickets({ schools }: { schools: SchoolBranding[] }) {
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto h-[31rem] w-full wide:h-[37rem] max-w-[28rem]"
    >
      {GIFTS.map(({ amount, points, place }, n) => {
        const school = schools[n];
        return (
          school && (
            <div key={amount} className={`absolute w-[14rem] wide:w-[17rem] ${place}`}>
              <Ticket school={school} money={{ amount, points }} rate={100}>
                <StubFund fund="Annual Fund" tax="May be tax-deductible" />
              </Ticket>
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
        <li key={school.school_id}>
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
