/**
 * Emails that aren't about a gift: security alerts, links to set a password, invitations, disabled endpoints, and what a
 * foundation's team has to do.
 */
import { formatMoment } from "../../dates.ts";
import { env } from "../../env.ts";
import { formatCount } from "../../text.ts";
import { type Composed, compose, type Fact } from "./compose.ts";

const EVENTS = {
  password_set: [
    "Your password was set",
    "You can sign in with it from now on. Anyone who was signed in before has been signed out.",
  ],
  password_changed: [
    "Your password was changed",
    "The old one no longer works. You’ve been signed out on your other devices.",
  ],
  app_added: [
    "You added an authenticator app",
    "When you sign in with your password, you now also need a code from the app, or a passkey if you have one.",
  ],
  app_removed: [
    "You removed your authenticator app",
    "Its codes no longer work. When you sign in with your password, you now also need a passkey.",
  ],
  passkey_added: [
    "You added a passkey",
    "You can now sign in with it alone, or as the second step after your password.",
  ],
  passkey_removed: ["You removed a passkey", "It no longer signs you in."],
  passkey_copied: [
    "We refused a copy of your passkey",
    "Someone tried to use what looks like a copy of your passkey. We blocked it. Remove that passkey in your settings, and add a new one.",
  ],
  mfa_disabled: ["Two-step sign-in is off", "To sign in, you now need only your password."],
  recovery_code_used: [
    "A recovery code was used",
    "Someone used one of your recovery codes instead of a passkey or a code from your app. It won’t work again.",
  ],
  recovery_codes_renewed: [
    "You have new recovery codes",
    "The old ones no longer work. Keep the new ones where you can reach them without your phone or computer.",
  ],
  session_theft: [
    "We signed you out to be safe",
    "Your session was used in a second place, which can mean that it was copied. We ended it. Sign in again to continue.",
  ],
  codes_refused: [
    "Someone entered wrong sign-in codes",
    "Someone who knows your password, or is signed in as you, entered several wrong codes. They have to wait longer before each new try.",
  ],
  passwords_refused: [
    "Someone entered wrong passwords",
    "Someone entered several wrong passwords in a browser where you’re signed in. They have to wait before they can try again.",
  ],
} satisfies Record<string, [headline: string, meaning: string]>;

export type SecurityEvent = keyof typeof EVENTS;

/**
 * A security alert, sent regardless of the owner's preferences.
 * @param undoHours how long a new password can undo it, too
 */
export function securityEmail(event: SecurityEvent, at: Date, undoHours?: number): Composed {
  const { brandName, publicBaseUrl } = env();
  const [headline, meaning] = EVENTS[event];
  return compose({
    subject: `${headline} at ${brandName}`,
    preview: meaning,
    heading: headline,
    paragraphs: [
      meaning,
      "If this was you, you can ignore this email. If it wasn’t, set a new password now, which signs everyone else out.",
      ...(undoHours ? [`For ${undoHours} hours, you can remove this on the same page.`] : []),
    ],
    facts: [["When", formatMoment(at)]],
    button: { label: "Set a new password", link: `${publicBaseUrl}/forgot-password` },
    why: `it’s about the security of your account at ${brandName}. You can’t turn off security alerts.`,
  });
}

type SetPassword = {
  link: string;
  minutes: number;
  /** The number of refused passwords after which the link stops working. */
  tries: number;
  /** Whether the person has no password yet. */
  first: boolean;
  isMember: boolean;
};

export function setPasswordEmail({ link, minutes, tries, first, isMember }: SetPassword): Composed {
  const { brandName } = env();
  const expires = `This link works once and expires in ${minutes} minutes.`;
  const heading = first ? "Set your password" : "Set a new password";
  return compose({
    subject: `${heading} for ${brandName}`,
    preview: expires,
    heading,
    paragraphs: [
      first
        ? `${isMember ? "You’ve joined a team here." : "Your bank lets you give your reward points here and follow your gifts."} Choose a password to sign in.`
        : "Choose a new password to sign in again. You’ll be signed out everywhere else.",
      `${expires} It also stops working after ${tries} passwords were refused because they’re easy to guess.`,
    ],
    button: { label: heading, link },
    afterward: [
      "Didn’t request this? You can ignore this email: nothing changes unless the link is used.",
    ],
    why: `someone requested a password for this address at ${brandName}.`,
  });
}

type Invitation = {
  link: string;
  days: number;
  tenantName: string;
  role: string;
  /** The inviting member's address; null for the operator. */
  invitedBy: string | null;
};

/** Sent to an address that may not be anyone's here yet. */
export function invitationEmail({ link, days, tenantName, role, invitedBy }: Invitation): Composed {
  const { brandName } = env();
  const expires = `This invitation works once and expires in ${days} days.`;
  return compose({
    subject:
      tenantName === brandName
        ? `Join the ${brandName} team`
        : `Join ${tenantName} at ${brandName}`,
    preview: expires,
    heading: `Join ${tenantName}`,
    paragraphs: [
      `${invitedBy ?? `The operator of ${brandName}`} invited you to the team of ${tenantName}.`,
      `${expires} You’ll sign in with a password and a second step.`,
    ],
    facts: [["Your role", role.charAt(0).toUpperCase() + role.slice(1)]],
    button: { label: "View the invitation", link },
    afterward: [
      "Didn’t expect this? You can ignore this email: nothing changes unless you accept.",
    ],
    why: `someone invited this address to a team at ${brandName}.`,
  });
}

/** Sent to who a bank's customer was until now. */
export function customerMovedEmail(bankName: string): Composed {
  const { brandName, publicBaseUrl } = env();
  return compose({
    subject: `${bankName} replaced your email address at ${brandName}`,
    preview: `If you didn’t ask for this, call ${bankName}.`,
    heading: "Your bank replaced your email address",
    paragraphs: [
      `You can’t give with ${bankName}’s points from this address any more. Your earlier gifts and receipts stay here.`,
      `If you didn’t ask for this, call ${bankName} at a number that you know.`,
    ],
    button: { label: "See your gifts", link: `${publicBaseUrl}/donations` },
    why: `${bankName} had linked you to ${brandName} with this address.`,
  });
}

const whyTeam = (schoolName: string) =>
  `you confirm gifts for ${schoolName} at ${env().brandName}.`;

type BatchClosed = {
  schoolName: string;
  batchId: string;
  number: number;
  giftCount: number;
  /** `$1,234.50` */
  amount: string;
};

/** Sent to a school's processors and admins. Says nothing about donors. */
export function batchClosedEmail(closed: BatchClosed): Composed {
  const { schoolName, batchId, number, giftCount, amount } = closed;
  const gifts = formatCount(giftCount, "gift");
  return compose({
    subject: `Batch ${number} of ${schoolName} is ready: ${gifts}`,
    preview: `${gifts}, ${amount}. Import them, then confirm them.`,
    heading: `Batch ${number} is ready`,
    paragraphs: ["Download its file, import it, and confirm its gifts. Their donors are waiting."],
    facts: [
      ["Gifts", giftCount.toLocaleString("en-US")],
      ["Total", amount],
    ],
    button: {
      label: `Open batch ${number}`,
      link: `${env().publicBaseUrl}/school/batches/${batchId}`,
    },
    why: whyTeam(schoolName),
  });
}

type PromiseDue = {
  schoolName: string;
  /** The gifts that are due, and those whose time has passed. */
  dueCount: number;
  lateCount: number;
  /** `$1,234.50`, of those that are due. */
  amount: string;
  dueAt: Date;
  timeZone: string;
};

/** Sent to a school's processors and admins, at most once a day. Says nothing about donors. */
export function promiseDueEmail(due: PromiseDue): Composed {
  const { schoolName, dueCount, lateCount, amount, dueAt, timeZone } = due;
  const gifts = formatCount(dueCount, "gift");
  const by = formatMoment(dueAt, timeZone);
  return compose({
    subject: `${gifts} to confirm for ${schoolName} today`,
    preview: `Promised to donors by ${by}.`,
    heading: `${gifts} to confirm today`,
    paragraphs: [
      `${dueCount === 1 ? "Its donor was" : "Their donors were"} told to expect your confirmation by ${by}.`,
    ],
    facts: [
      ["Due", gifts],
      ["Total", amount],
      ...(lateCount > 0 ? [["Late", formatCount(lateCount, "gift")] as Fact] : []),
    ],
    button: { label: "Show what to confirm", link: `${env().publicBaseUrl}/school` },
    why: whyTeam(schoolName),
  });
}

type MonthReport = { schoolName: string; month: string; name: string; facts: Fact[] };

/** Sent on the first of each month to a member who asked for it. Says nothing about donors. */
export function monthReportEmail({ schoolName, month, name, facts }: MonthReport): Composed {
  const page = `${env().publicBaseUrl}/school/reports`;
  return compose({
    subject: `${name}: gifts to ${schoolName}`,
    preview: facts.map(([what, sum]) => `${what}: ${sum}`).join(". "),
    heading: name,
    paragraphs: [`Gifts to ${schoolName}. Each sum leads to its gifts in the report.`],
    facts,
    button: { label: "View the report", link: `${page}?month=${month}` },
    otherLink: { label: "Turn off these emails", link: `${page}#by-email` },
    why: `you asked for reports of ${schoolName} at ${env().brandName}.`,
  });
}

type FailingEndpoint = { bankName: string; url: string };

/** What both emails about an endpoint have, to the bank's contact. */
const aboutEndpoint = ({ bankName, url }: FailingEndpoint) => ({
  facts: [["Endpoint", url]] as Fact[],
  button: { label: "Show your endpoints", link: `${env().publicBaseUrl}/bank/webhooks` },
  why: `you’re the contact for ${bankName} at ${env().brandName}.`,
});

/** Once while an endpoint fails, on the first day. */
export function endpointFailingEmail(failing: FailingEndpoint): Composed {
  const { bankName, url } = failing;
  return compose({
    subject: `A webhook endpoint of ${bankName} isn’t accepting events`,
    preview: `${url} has failed for hours.`,
    heading: "Your webhook endpoint is failing",
    paragraphs: [
      `For some hours, this endpoint hasn’t accepted any of ${bankName}’s events. We’ll keep retrying automatically, and disable it if it doesn’t work within five days.`,
      "Each attempt, with your system’s response, is on the endpoint’s page.",
    ],
    ...aboutEndpoint(failing),
  });
}

/** Sent to a bank's contact. */
export function endpointDisabledEmail({
  reason,
  ...endpoint
}: FailingEndpoint & { reason: string }): Composed {
  const { bankName, url } = endpoint;
  return compose({
    subject: `We disabled a webhook endpoint of ${bankName}`,
    preview: `${url}: ${reason}.`,
    heading: "We disabled a webhook endpoint",
    paragraphs: [
      `We’ve stopped sending ${bankName}’s events to this endpoint because ${reason}.`,
      "No event is lost. Once the endpoint works again, enable it and replay what it missed.",
    ],
    ...aboutEndpoint(endpoint),
  });
}

type StatementNotice = {
  /** `/bank/statements/…` */
  path: string;
  /** The bank, or the foundation. */
  team: string;
  number: number;
  total: string;
  /** What is due, or what is left of it. */
  amount: string;
  dueOn: string;
  isOverdue: boolean;
};

/** Tells a billing contact of a statement that was closed, or that is overdue. */
export function statementEmail({ path, isOverdue, ...notice }: StatementNotice): Composed {
  const { team, number, total, amount, dueOn } = notice;
  const { brandName, publicBaseUrl } = env();
  const name = path.startsWith("/bank/") ? "Statement" : "Remittance advice";
  const heading = `${name} ${number} is ${isOverdue ? "overdue" : "closed"}`;
  const due = isOverdue ? `${amount} was due ${dueOn}` : `${amount} due ${dueOn}`;
  return compose({
    subject: `${heading} for ${team}: ${due}`,
    preview: `${due}.`,
    heading,
    paragraphs: [
      isOverdue
        ? "As far as we know, it hasn’t been received in full. If it has been, record the payment."
        : "It lists every gift, and what is due for it.",
    ],
    facts: [
      ["Gifts and corrections", total],
      [isOverdue ? "Left" : "Due", amount],
      ["By", dueOn],
    ],
    button: { label: `Open ${name.toLowerCase()} ${number}`, link: publicBaseUrl + path },
    why: `you’re the billing contact of ${team} at ${brandName}.`,
  });
}

/** Tells everybody concerned that a foundation is paid elsewhere from now on. Has no details. */
export function payeeChangedEmail(foundation: string, hours: number): Composed {
  const { brandName } = env();
  return compose({
    subject: `Payee details of ${foundation} have changed`,
    preview: `Call the foundation before you pay within ${hours} hours.`,
    heading: "Payee details have changed",
    paragraphs: [
      `Two people have entered new payee details for ${foundation}.`,
      `For ${hours} hours, they’re marked as changed. If you pay in that time, call the foundation first, at a number that you know.`,
      "If you work for the foundation, and it hasn’t asked for this, contact us now.",
    ],
    why: `you’re the billing contact of a bank that pays ${foundation}, or work for it, at ${brandName}.`,
  });
}
