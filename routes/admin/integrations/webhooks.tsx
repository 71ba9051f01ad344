import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/callbacks.ts";
import { getCallback, listCallbacks, retryCallback } from "../../../worker/domain/payments/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed } from "../../../worker/ui/access.tsx";
import { TimeText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { WaitingBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const webhooks = listRoutes({
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  query: contract.listCallbacks.query,
  load: listCallbacks,
  head: () => ({ trail: [["Integrations", pages.integrations]] }),
  list: {
    title: "Unprocessed webhooks",
    noun: ["webhook", "webhooks"],
    path: pages.webhooks,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.webhook, { id }),
    columns: [
      { label: "Event type", cell: ({ type }) => type, csv: ({ type }) => type },
      { label: "Object", cell: ({ object_id }) => object_id, csv: ({ object_id }) => object_id, on_phones: "note" },
      {
        label: "Received",
        cell: ({ received_at }) => <TimeText at={received_at} />,
        csv: ({ received_at }) => received_at,
        sort: "received_at",
        on_phones: "hidden",
      },
      { label: "State", cell: ({ state }) => <WaitingBadge state={state} />, csv: ({ state }) => state },
      {
        label: "Attempts",
        cell: ({ tries }) => tries.toLocaleString("en-US"),
        csv: ({ tries }) => tries,
        is_number: true,
      },
    ],
    labels: { search: "Event ID, event type or object" },
    views: [
      { label: "Given up", query: { state: "given-up" } },
      { label: "Waiting", query: { state: "waiting" } },
    ],
    empty: { text: "All payment provider webhooks are processed. Pending and failed webhooks will be listed here." },
    has_csv: true,
    has_keys: true,
  },
});

export const webhookPage = page({
  path: pages.webhook,
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  params: contract.retryCallback.params,
  load: ({ ctx, params: { id } }) => getCallback(ctx, id),
  head: ({ type }) => ({ title: `${type} · CrunchBox`, no_store: true }),
  view: (event) => (
    <>
      <PageHeader
        trail={[
          ["Integrations", pages.integrations],
          ["Unprocessed webhooks", pages.webhooks],
        ]}
        title={event.type}
        badges={<WaitingBadge state={event.state} />}
        subtitle={
          <>
            Received <TimeText at={event.received_at} />. Its object is not in our records.
          </>
        }
        action={
          <IfAllowed access="integrations:act">
            <form method="post" action={hrefOf(pages.retryWebhook, { id: event.id })}>
              <button className="button">Try again</button>
            </form>
          </IfAllowed>
        }
      />
      <Facts
        facts={[
          ["Event", event.id],
          ["Object", event.object_id],
          ["Attempts", event.tries.toLocaleString("en-US")],
          ["Next attempt", event.next_at ? <TimeText key="at" at={event.next_at} /> : "None: retries have ended"],
        ]}
      />
      <p className="small">
        Look up the object at the payment provider. If it belongs to another product of the same account, there is
        nothing to do. If it is ours, fix the cause and try again. The log has the error.
      </p>
    </>
  ),
});

export const retryWebhookForm = formPost(contract.retryCallback, {
  path: pages.retryWebhook,
  send: (ctx, { params }) => retryCallback(ctx, params.id),
  back: pages.webhooks,
  done: () => "The webhook will be retried within a minute.",
});
