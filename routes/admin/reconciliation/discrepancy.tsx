import type { ReactNode } from "react";
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import type { Discrepancy } from "../../../worker/contract/entities/reconciliation.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/books.ts";
import {
  closeBookDifference,
  getBookDifference,
  listDifferenceEvents,
} from "../../../worker/domain/accounting/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Timeline } from "../../../worker/ui/figures/timeline.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { DiscrepancyBadge } from "./discrepancy-columns.tsx";
import { kindLabels, referenceText } from "./labels.ts";

const discrepancyPage = page({
  path: pages.discrepancy,
  access: "reconciliation:read",
  layout: consoleLayout,
  section: "Integrations",
  params: z.object({ id: uuid() }),
  async load({ ctx, params: { id } }) {
    const [discrepancy, events] = await Promise.all([getBookDifference(ctx, id), listDifferenceEvents(ctx, id)]);
    return { discrepancy, events };
  },
  head: ({ discrepancy: { kind } }) => ({ title: `${kindLabels[kind]} · CrunchBox`, no_store: true }),
  view: ({ discrepancy, events }, { url, flash }) => (
    <>
      <PageHeader
        trail={[
          ["Integrations", pages.integrations],
          ["Reconciliation", pages.reconciliation],
          ["Discrepancies", listHref(pages.discrepancies, url)],
        ]}
        title={kindLabels[discrepancy.kind]}
        badges={<DiscrepancyBadge {...discrepancy} />}
        subtitle={referenceText(discrepancy)}
      />
      <ObjectLayout
        aside={
          <section>
            <h2>History</h2>
            <Timeline
              events={events.map(({ at, what, by, note }) => ({
                at,
                what,
                ...(by && { by }),
                ...(note && { note: <p className="small">{note}</p> }),
              }))}
            />
          </section>
        }
      >
        <Facts facts={buildFacts(discrepancy)} />
        <section>
          <h2>Cause</h2>
          <p>{discrepancy.cause}</p>
        </section>
        <section>
          <h2>Next step</h2>
          <p>{discrepancy.advice}</p>
          {discrepancy.closed_at === null && <CloseForm id={discrepancy.id} typed={flash?.typed} />}
        </section>
      </ObjectLayout>
    </>
  ),
});

function buildFacts(discrepancy: Discrepancy): [string, ReactNode][] {
  const { expected, found, org_id, org_name, order_id, invoice_id, last_seen_at, closed_at, note } = discrepancy;
  return [
    ["Expected", formatMoney(expected)],
    ["Actual", formatMoney(found)],
    ["Difference", formatMoney(found - expected)],
    [
      "Organization",
      org_id ? (
        <a key="organization" href={hrefOf(pages.organization, { org_id })}>
          {org_name}
        </a>
      ) : (
        "Unknown"
      ),
    ],
    ...linkFact("Order", order_id, (id) => hrefOf(pages.adminOrder, { order_id: id })),
    ...linkFact("Invoice", invoice_id, (id) => hrefOf(pages.adminInvoice, { invoice_id: id })),
    ...providerFact(discrepancy),
    ["Last seen", <DateText key="seen" at={last_seen_at} />],
    ...(closed_at !== null && note ? [["Closed because", note] satisfies [string, string]] : []),
  ];
}

function linkFact(name: string, id: string | null, toHref: (id: string) => string): [string, ReactNode][] {
  if (id === null) return [];
  return [
    [
      name,
      <a key={id} href={toHref(id)}>
        {`See the ${name.toLowerCase()}`}
      </a>,
    ],
  ];
}

/** The search of the Stripe Dashboard finds charges, refunds and disputes by their ids. */
function providerFact({ reference_id, reference_type }: Discrepancy): [string, ReactNode][] {
  const isAtProvider = /^(charge|refund|dispute)/.test(reference_type);
  const href = `https://dashboard.stripe.com/search?query=${encodeURIComponent(reference_id)}`;
  return isAtProvider
    ? [
        [
          "At the payment provider",
          <a key="provider" href={href}>
            {reference_id}
          </a>,
        ],
      ]
    : [];
}

type CloseFormProps = { id: string; typed: Parameters<typeof buildFieldProps>[0] };

function CloseForm({ id, typed }: CloseFormProps) {
  return (
    <ConfirmForm
      id="close"
      label="Close with a note"
      title="Close this discrepancy?"
      action={hrefOf(pages.closeDiscrepancy, { id })}
      confirm="Close"
      dismiss="Keep open"
    >
      <p>The discrepancy reopens if its amounts change.</p>
      <TextAreaField {...buildFieldProps(typed).field("note")} label="Reason" required maxLength={1000} />
    </ConfirmForm>
  );
}

const closeForm = formPost(contract.closeBookDifference, {
  path: pages.closeDiscrepancy,
  page: discrepancyPage,
  back: (_result, c) => hrefOf(pages.discrepancy, { id: c.req.param("id") ?? "" }),
  send: (ctx, { params, body }) => closeBookDifference(ctx, { ...params, ...body }),
  done: () => "The discrepancy is closed.",
});

export const discrepancyRoutes = [discrepancyPage, closeForm];
