import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/client-errors.ts";
import { type ClientError, getClientError, listClientErrors } from "../../../worker/domain/platform/index.ts";
import { currentRelease } from "../../../worker/html/render.tsx";
import { page } from "../../../worker/http/page.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { Breakable } from "../../../worker/ui/parts/breakable.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

const releaseText = ({ release }: ClientError): string =>
  release === null ? "Not reported" : release === currentRelease ? `${release} (current)` : release;

const LevelBadge = ({ level }: Pick<ClientError, "level">) =>
  level === "error" ? <Badge tone="danger">Error</Badge> : <Badge tone="warning">Warning</Badge>;

export const clientErrors = listRoutes({
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  query: contract.listClientErrors.query,
  load: listClientErrors,
  head: () => ({ trail: [["Integrations", pages.integrations]] }),
  list: {
    title: "Browser errors",
    noun: ["error", "errors"],
    path: pages.clientErrors,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.clientError, { id }),
    columns: [
      { label: "Message", cell: ({ message }) => <Breakable text={message} />, csv: ({ message }) => message },
      { label: "Level", cell: ({ level }) => <LevelBadge level={level} />, csv: ({ level }) => level },
      { label: "Release", cell: releaseText, csv: ({ release }) => release, on_phones: "hidden" },
      { label: "Page", cell: ({ page: path }) => path, csv: ({ page: path }) => path, on_phones: "note" },
      { label: "Browser", cell: ({ browser }) => browser, csv: ({ browser }) => browser, on_phones: "hidden" },
      {
        label: "Reports",
        cell: ({ count }) => count.toLocaleString("en-US"),
        csv: ({ count }) => count,
        sort: "count",
        is_number: true,
        on_phones: "hidden",
      },
      {
        label: "First seen",
        cell: ({ first_seen_at }) => <TimeText at={first_seen_at} />,
        csv: ({ first_seen_at }) => first_seen_at,
        sort: "first_seen_at",
        on_phones: "hidden",
        is_extra: true,
      },
      {
        label: "Last seen",
        cell: ({ last_seen_at }) => <TimeText at={last_seen_at} />,
        csv: ({ last_seen_at }) => last_seen_at,
        sort: "last_seen_at",
        on_phones: "hidden",
      },
    ],
    labels: { search: "Message, page or release" },
    views: [{ label: "Current release", query: { release: currentRelease } }],
    empty: { text: "No browser reported an error in the last 30 days." },
    has_csv: true,
    has_keys: true,
  },
});

export const clientErrorPage = page({
  path: pages.clientError,
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  params: contract.getClientError.params,
  load: ({ ctx, params: { id } }) => getClientError(ctx, id),
  head: ({ message }) => ({ title: `${message.slice(0, 60)} · CrunchBox`, no_store: true }),
  view: (error) => (
    <>
      <PageHeader
        trail={[
          ["Integrations", pages.integrations],
          ["Browser errors", pages.clientErrors],
        ]}
        title={error.message}
        badges={<LevelBadge level={error.level} />}
        subtitle={
          <>
            {error.count === 1 ? "Reported once" : `Reported ${error.count.toLocaleString("en-US")} times`}, last{" "}
            <TimeText at={error.last_seen_at} />
          </>
        }
      />
      <Facts
        facts={[
          ["Page", error.page ?? "Not reported"],
          ["Event type", error.type],
          ["Browser", error.browser],
          ["Release", releaseText(error)],
          ["First seen", <TimeText key="at" at={error.first_seen_at} />],
        ]}
      />
      <section>
        <h2>Latest stack trace</h2>
        {error.stack === null ? (
          <p>No report includes a stack trace.</p>
        ) : (
          <pre className="told" tabIndex={0} aria-label="Latest stack trace">
            {error.stack}
          </pre>
        )}
      </section>
    </>
  ),
});
