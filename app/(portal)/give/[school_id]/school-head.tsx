import { SchoolMonogram } from "#components/portal/school-monogram.tsx";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** The school, its location, and the foundation that receives the donation. */
export function SchoolHead({ school }: { school: SchoolDetail }) {
  return (
    <div className="flex items-center gap-2">
      <SchoolMonogram schoolId={school.school_id} size="head" />
      <div className="min-w-0 break-words">
        <h1 className="font-strong text-title">Give to {school.name}</h1>
        <p className="text-quiet">
          {school.city}, {school.state} · {school.conference}
          <span className="block">Received by {school.foundation_name}</span>
        </p>
      </div>
    </div>
  );
}
