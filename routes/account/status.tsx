import { pages } from "../../worker/contract/pages.ts";
import { findStatus, type PartState, type PartStatus, type StatusPart } from "../../worker/domain/platform/index.ts";
import { page } from "../../worker/http/page.ts";
import { AppLayout } from "../../worker/ui/frame/app-layout.tsx";
import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Badge, type Tone } from "../../worker/ui/parts/badge.tsx";

const partNames: Record<StatusPart, string> = {
  "sign-in": "Sign-in",
  store: "Store",
  checkout: "Checkout",
  downloads: "Downloads",
  mail: "Email and text messages",
};
const stateLabels: Record<PartState, readonly [Tone, string]> = {
  working: ["success", "Working"],
  slow: ["warning", "Slow"],
  down: ["danger", "Down"],
  quiet: ["neutral", "No requests"],
};

/**
 * Needs no session, because a failure may affect sessions, too. While the database is down, the page says that most of
 * CrunchBox is down.
 */
export const statusPage = page({
  path: pages.status,
  access: "public",
  cache: "minute",
  load: ({ ctx }) => findStatus(ctx),
  head: () => ({ title: "Status · CrunchBox", description: "Whether CrunchBox works at the moment." }),
  view: (parts, { settings }) => (
    <AppLayout
      layout={{
        viewer: null,
        is_viewer_unknown: true,
        admin_href: settings.admin_web_url,
        support_email: settings.support_email,
        cart_count: null,
        unread_count: 0,
        paying_cart_no: null,
      }}
    >
      <PageHeader title="Status" subtitle={summarizeParts(parts)} />
      {parts && (
        <div className="card status-parts">
          {parts.map((part) => (
            <StatusSection key={part.part} {...part} />
          ))}
          <p aria-hidden="true">
            <span>24 hours ago</span>
            <span>Now</span>
          </p>
        </div>
      )}
      <p className="small">
        This page is up to a minute old. If something does not work for you, write to{" "}
        <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>.
      </p>
    </AppLayout>
  ),
});

function summarizeParts(parts: readonly PartStatus[] | undefined): string {
  if (!parts) return "Most of CrunchBox is down at the moment. We are working on it, and nothing of yours is lost.";
  const downNames = parts.filter(({ now }) => now === "down").map(({ part }) => partNames[part]);
  const slowNames = parts.filter(({ now }) => now === "slow").map(({ part }) => partNames[part]);
  if (downNames.length === 0 && slowNames.length === 0) return "Everything works.";
  return [
    downNames.length > 0 && `Down at the moment: ${downNames.join(", ")}.`,
    slowNames.length > 0 && `Slower than usual, or failing at times: ${slowNames.join(", ")}.`,
    "We are working on it.",
  ]
    .filter(Boolean)
    .join(" ");
}

function StatusSection({ part, now, hours }: PartStatus) {
  const [tone, label] = stateLabels[now];
  return (
    <section className="status" aria-labelledby={`status-${part}`}>
      <h2 id={`status-${part}`}>{partNames[part]}</h2>
      <Badge tone={tone}>{label}</Badge>
      <ol aria-label={`${partNames[part]}, the last 24 hours`}>
        {hours.map(({ start, state }, index) => {
          const text = `${hoursAgo(hours.length - 1 - index)}: ${stateLabels[state][1]}`;
          return (
            <li key={start} className={state} title={text}>
              <span className="unseen">{text}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The page is cached for all time zones, so it names no times of day. */
const hoursAgo = (count: number): string =>
  count === 0 ? "This hour" : count === 1 ? "An hour ago" : `${count} hours ago`;
