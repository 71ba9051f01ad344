import * as z from "zod/mini";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { getOutboxMessage, resendNotifications } from "../../../worker/domain/notifications/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed } from "../../../worker/ui/access.tsx";
import { TimeText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { WaitingBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { channelLabels, titleOf } from "./outbox.tsx";

const params = z.object({ id: z.string().check(z.regex(/^\d{1,18}$/)) });

export const outboxMessagePage = page({
  path: pages.outboxMessage,
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  params,
  load: ({ ctx, params: { id } }) => getOutboxMessage(ctx, id),
  head: (message) => ({ title: `${titleOf(message)} · CrunchBox`, no_store: true }),
  view: (message) => (
    <>
      <PageHeader
        trail={[
          ["Integrations", pages.integrations],
          ["Unsent messages", pages.outbox],
        ]}
        title={titleOf(message)}
        badges={<WaitingBadge state={message.state} />}
        subtitle={
          <>
            {channelLabels[message.channel]} to {message.recipient}, since <TimeText at={message.created_at} />
          </>
        }
        action={
          message.state === "given-up" && (
            <IfAllowed access="integrations:act">
              <form method="post" action={hrefOf(pages.resendMessage, { id: message.id })}>
                <button className="button">Send again</button>
              </form>
            </IfAllowed>
          )
        }
      />
      <Facts
        facts={[
          ["Reason", message.last_error ?? "Not tried yet"],
          ["Attempts", message.attempts.toLocaleString("en-US")],
          message.failed_at
            ? ["Given up", <TimeText key="at" at={message.failed_at} />]
            : ["Next attempt", message.next_at ? <TimeText key="at" at={message.next_at} /> : "None"],
        ]}
      />
    </>
  ),
});

export const resendMessageForm = formPost(
  { access: "integrations:act", params },
  {
    path: pages.resendMessage,
    send: (ctx, { params: { id } }) => resendNotifications(ctx, { id }),
    back: () => pages.outbox,
    done: ({ resent, expired }) =>
      resent > 0
        ? "The message is queued again."
        : expired > 0
          ? "Its link has expired, so it cannot be sent again. Ask the user to request a new one."
          : "It is already queued again or sent.",
  },
);
