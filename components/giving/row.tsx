import type { ReactNode } from "react";
import { FieldError, focusOnError } from "#components/ui/field.tsx";

type RowProps = {
  name: string;
  value: ReactNode;
  /** Small print next to the value. */
  detail?: ReactNode;
};

function Head({ name, value, detail }: RowProps) {
  return (
    <span className="min-w-0 grow">
      <span className="block text-quiet text-small">{name}</span>
      <span className="block">
        <span className="font-strong">{value}</span>
        {detail && <span className="text-quiet"> · {detail}</span>}
      </span>
    </span>
  );
}

/** A choice that the donor can't change. */
export function FixedRow({
  id,
  error,
  ...row
}: RowProps & { id: string; error: string | undefined }) {
  return (
    <div id={id} tabIndex={-1} {...focusOnError(error)} className="border-line border-t py-1.5">
      <Head {...row} />
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

/** A choice collapsed to its current value. Opens without JavaScript. */
export function FoldedRow({
  action,
  isOpen,
  children,
  ...row
}: RowProps & { action: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group/row border-line border-t">
      <summary className="flex min-h-8 list-none items-center gap-2 py-1.5">
        <Head {...row} />
        <span aria-hidden="true" className="link shrink-0 font-strong">
          <span className="group-open/row:hidden">{action}</span>
          <span className="hidden group-open/row:inline">Close</span>
        </span>
      </summary>
      <div className="pb-2">{children}</div>
    </details>
  );
}
