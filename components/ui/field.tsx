import type { ComponentProps, ReactNode } from "react";

type FieldProps = {
  /** Also the field's default name. */
  id: string;
  label: string;
  help?: ReactNode;
  /** What's wrong and how to fix it. */
  error?: string | undefined;
};

/** The classes for the bar next to an invalid field. */
export const errorBar = (error: string | undefined) =>
  error ? "border-failed border-l-4 pl-1.5" : "";

/** Between the label and the input: the help text, then the error. */
function HelpAndError({ id, help, error }: Omit<FieldProps, "label">) {
  return (
    <>
      {help && (
        <p id={`${id}-help`} className="mt-0.5 text-quiet text-small">
          {help}
        </p>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </>
  );
}

/** A field's label, help, and error around the input. */
function Frame({ label, children, ...rest }: FieldProps & { children: ReactNode }) {
  return (
    <div className={errorBar(rest.error)}>
      <label htmlFor={rest.id} className="block font-strong [overflow-wrap:anywhere]">
        {label}
      </label>
      <HelpAndError {...rest} />
      {children}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="mt-0.5 text-failed">
      <span className="sr-only">Error: </span>
      {children}
    </p>
  );
}

/** Focuses an invalid field after the page loads. An error summary comes first in the page, so it wins. */
export const focusOnError = (error: string | undefined) => (error ? { autoFocus: true } : {});

/** The id, ARIA attributes for help and error, and focus for an invalid field. */
function ariaProps({ id, help, error }: Omit<FieldProps, "label">) {
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
    ...focusOnError(error),
  };
}

const BOX = "mt-1 block w-full rounded-box border bg-sheet text-ink text-base";
const borderColor = (error: string | undefined) => (error ? "border-failed" : "border-edge");

type TextField = FieldProps &
  Omit<ComponentProps<"input">, "id"> & {
    /** An element at the end of the field, such as a "Show" button. */
    end?: ReactNode;
  };

export function Field(props: TextField) {
  const { id, label, help, error, end, name = id, className = "", ...input } = props;
  return (
    <Frame id={id} label={label} help={help} error={error}>
      <div className="relative">
        <input
          {...ariaProps(props)}
          name={name}
          className={`${BOX} h-6 px-1.5 ${borderColor(error)} ${className}`}
          {...input}
        />
        {end}
      </div>
    </Frame>
  );
}

/** A file to choose, or to drop on the box. */
export const FileField = (props: TextField) => (
  <Frame {...props}>
    <input
      {...ariaProps(props)}
      type="file"
      name={props.name ?? props.id}
      accept={props.accept}
      className={`mt-1 block w-full cursor-pointer rounded-[12px] border border-dashed bg-sheet p-2 text-small file:mr-1.5 file:min-h-5 file:cursor-pointer file:rounded-box file:border file:border-edge file:bg-paper file:px-2 file:font-strong ${borderColor(props.error)}`}
    />
  </Frame>
);

export function EmailField(field: Partial<TextField>) {
  return (
    <Field
      id="email"
      type="email"
      label="Email address"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}

/** A password field with a "Show" button (public/page.js), since long passwords are easy to mistype. */
export function PasswordField(props: TextField) {
  return (
    <Field
      {...props}
      type="password"
      autoCapitalize="none"
      spellCheck={false}
      className="pr-9"
      end={
        <button
          type="button"
          data-shows={props.id}
          aria-pressed="false"
          className="group/show noscript:hidden absolute right-0 bottom-0 h-6 cursor-pointer px-1 text-quiet text-small hover:text-ink"
        >
          <span className="rounded-box px-1 py-0.5 underline group-aria-pressed/show:font-strong group-aria-pressed/show:text-ink">
            Show<span className="sr-only"> password</span>
          </span>
        </button>
      }
    />
  );
}

type DayFieldsProps = { from?: string; to?: string; className: string };

/** The first and the last day of a filter. */
export const DayFields = ({ from, to, className }: DayFieldsProps) => (
  <>
    <Field id="from" type="date" label="From" defaultValue={from} className={className} />
    <Field id="to" type="date" label="To" defaultValue={to} className={className} />
  </>
);

export function TextArea(props: FieldProps & Omit<ComponentProps<"textarea">, "id">) {
  const { id, label, help, error, name = id, ...area } = props;
  return (
    <Frame id={id} label={label} help={help} error={error}>
      <textarea
        {...ariaProps(props)}
        name={name}
        rows={3}
        className={`${BOX} px-1.5 py-1 ${borderColor(error)}`}
        {...area}
      />
    </Frame>
  );
}

/** A native select, which works everywhere. */
export function Select(
  props: FieldProps &
    Omit<ComponentProps<"select">, "id"> & { options: { value: string; text: string }[] },
) {
  const { id, label, help, error, name = id, options, ...select } = props;
  return (
    <Frame id={id} label={label} help={help} error={error}>
      <div className="relative">
        <select
          {...ariaProps(props)}
          name={name}
          className={`${BOX} h-6 appearance-none truncate pr-5 pl-1.5 ${borderColor(error)}`}
          {...select}
        >
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <svg
          viewBox="0 0 16 16"
          className="pointer-events-none absolute right-1.5 bottom-2 size-2 text-quiet"
          fill="none"
          stroke="currentcolor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="m3 6 5 5 5-5" />
        </svg>
      </div>
    </Frame>
  );
}

/** Custom-drawn, so that unchecked boxes don't look disabled. Forced colors use native ones. */
const MARK =
  "mt-[0.125rem] grid size-2.5 shrink-0 cursor-pointer appearance-none place-content-center justify-items-center border-2 border-edge bg-sheet before:size-1.25 before:bg-ink not-checked:before:hidden checked:border-ink forced-colors:appearance-auto forced-colors:before:hidden";
const MARKS = {
  radio: "rounded-full before:rounded-full",
  checkbox:
    "rounded-[4px] before:[clip-path:polygon(14%_44%,0_62%,42%_100%,100%_18%,82%_4%,40%_66%)]",
} as const;

/** A checkbox or radio button with its label. The whole row is clickable. */
export function Choice({
  type,
  label,
  help,
  id,
  ...input
}: { type: "checkbox" | "radio"; id: string; label: ReactNode; help?: ReactNode } & Omit<
  ComponentProps<"input">,
  "id" | "type"
>) {
  return (
    <label htmlFor={id} className="flex min-h-6 cursor-pointer gap-1.5 py-1">
      <input
        type={type}
        id={id}
        aria-describedby={help ? `${id}-help` : undefined}
        className={`${MARK} ${MARKS[type]}`}
        {...input}
      />
      <span className="min-w-0">
        <span className="block">{label}</span>
        {help && (
          <span id={`${id}-help`} className="mt-0.5 block text-quiet text-small">
            {help}
          </span>
        )}
      </span>
    </label>
  );
}

type Option = { value: string; label: ReactNode; help?: ReactNode } & {
  [data: `data-${string}`]: string | number | null | undefined;
};

/** A group of radio buttons. @property idPrefix before each button's value, if not the group's ID */
export function RadioChoices({
  options,
  defaultValue,
  idPrefix,
  ...group
}: FieldProps & { options: Option[]; defaultValue: string | undefined; idPrefix?: string }) {
  return (
    <Choices {...group}>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          id={`${idPrefix ?? group.id}-${option.value}`}
          name={group.id}
          defaultChecked={option.value === defaultValue}
          {...option}
        />
      ))}
    </Choices>
  );
}

export function Choices({ label, children, ...rest }: FieldProps & { children: ReactNode }) {
  const { "aria-invalid": _, ...aria } = ariaProps(rest);
  return (
    <fieldset {...aria} tabIndex={-1} className={errorBar(rest.error)}>
      <legend className="font-strong">{label}</legend>
      <HelpAndError {...rest} />
      <div className="mt-0.5">{children}</div>
    </fieldset>
  );
}
