import { redirect } from "next/navigation";
import QRCode from "qrcode";
import type { ReactNode } from "react";
import { FormFields } from "#app/forms/form-fields.tsx";
import { type Query, readFormState, readQuery } from "#app/forms/form-state.ts";
import { requireCardholder } from "#app/session.ts";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { listFactors, pendingEnrollment } from "#lib/cardholders/mfa/queries.ts";
import { forms } from "../forms.ts";
import { TwoStepPage } from "../two-step-page.tsx";

export const policy = { react: false };

/** The white border that scanners need around a QR code, in modules. */
const QUIET_ZONE = 4;

/** All dark modules as a single SVG path. */
function pathOf({ size, data }: QRCode.BitMatrix): string {
  let path = "";
  data.forEach((isDark, index) => {
    if (isDark) path += `M${index % size} ${Math.floor(index / size)}h1v1h-1z`;
  });
  return path;
}

/** A QR code, black on white in every theme: scanners read other colors poorly. */
function QrCode({ text, name }: { text: string; name: string }) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const side = modules.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-28 max-w-full rounded-box border border-line forced-color-adjust-none"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#ffffff" />
      <path d={pathOf(modules)} fill="#000000" />
    </svg>
  );
}

/** The key in groups of four characters, which are easier to type. */
const formatKey = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(" ");

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid gap-2">
      <h2 className="display text-d28">
        {number}. {title}
      </h2>
      {children}
    </li>
  );
}

export default async function Enroll({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/settings/two-step/enroll");
  const pending = await pendingEnrollment(scope);
  if (!pending) {
    // The app was added already: a double submit ends up here.
    redirect(
      (await listFactors(scope))?.appSince
        ? "/settings/two-step/codes"
        : "/settings/two-step?expired=1",
    );
  }
  const state = await readFormState(query);
  return (
    <TwoStepPage title="Set up your app" state={state}>
      <ol className="grid gap-4">
        <Step number={1} title="Add the account">
          <p>
            Is your authenticator app on this device?{" "}
            <TextLink href={pending.uri}>Add the account there</TextLink>. Otherwise, scan this code
            with it:
          </p>
          <QrCode text={pending.uri} name="QR code with the key below" />
          <div>
            <p className="text-quiet">Or enter this key:</p>
            <p className="select-all font-mono">{formatKey(pending.secret)}</p>
          </div>
        </Step>
        <Step number={2} title="Enter its code">
          <Form method="post" action="/settings/two-step/enroll/confirm" className="grid gap-3">
            <FormFields form={forms["enroll/confirm"]} state={state} />
            <Button className="justify-self-start">Add this app</Button>
          </Form>
        </Step>
      </ol>
    </TwoStepPage>
  );
}
