import type { ReactNode } from "react";
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import type { BookDifference } from "../../../worker/contract/entities/books.ts";
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
import { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { DifferenceBadge } from "./difference-columns.tsx";
import { kindWords, referenceText } from "./words.ts";

/** One discrepancy: expected and actual amount, reason, and next step. */
const shown = page({
  path: pages.bookDifference,
  access: "manage_shop",
  layout: consoleLayout,
  section: "Integrations",
  params: z.object({ id: uuid() }),
  async load({ ctx, params: { id } }) {
    const [difference, events] = await Promise.all([getBookDifference(ctx, id), listDifferenceEvents(ctx, id)]);
    return { difference, events };
  },
  head: ({ difference: { kind } }) => ({ title: `${kindWords[kind]} · CrunchBox`, no_store: true }),
  view: ({ difference, events }, { url, flash }) => (
    <>
      <PageHeader
        trail={[
          ["Integrations", pages.integrations],
          ["Books", pages.books],
          ["Differences", listHref(pages.bookDifferences, url)],
        ]}
        title={kindWords[difference.kind]}
        badges={<DifferenceBadge {...difference} />}
        subtitle={referenceText(difference)}
      />
      <ObjectLayout
        aside={
          <section>
            <h2>What became of it</h2>
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
        <Facts facts={factsOf(difference)} />
        <section>
          <h2>Why</h2>
          <p>{difference.cause}</p>
        </section>
        <section>
          <h2>What to do</h2>
          <p>{difference.advice}</p>
          {difference.closed_at === null && <CloseForm id={difference.id} typed={flash?.typed} />}
        </section>
      </ObjectLayout>
    </>
  ),
});

function factsOf(difference: BookDifference): [string, ReactNode][] {
  const { expected, found, org_id, org_name, order_id, invoice_id, last_seen_at, closed_at, note } = difference;
  return [
    ["Should be", formatMoney(expected)],
    ["Is", formatMoney(found)],
    ["Difference", formatMoney(found - expected)],
    [
      "Organization",
      org_id ? (
        <a key="organization" href={hrefOf(pages.organization, { org_id })}>
          {org_name}
        </a>
      ) : (
        "Not known"
      ),
    ],
    ...factOf("Order", order_id, (id) => hrefOf(pages.adminOrder, { order_id: id })),
    ...factOf("Invoice", invoice_id, (id) => hrefOf(pages.adminInvoice, { invoice_id: id })),
    ...providerFact(difference),
    ["Last seen", <DateText key="seen" at={last_seen_at} />],
    ...(closed_at !== null && note ? [["Closed because", note] satisfies [string, string]] : []),
  ];
}

/** A fact with a link to our page of the record. */
function factOf(name: string, id: string | null, hrefOfOne: (id: string) => string): [string, ReactNode][] {
  if (id === null) return [];
  return [
    [
      name,
      <a key={id} href={hrefOfOne(id)}>
        {`See the ${name.toLowerCase()}`}
      </a>,
    ],
  ];
}

/** A search for the object's ID in the provider's Dashboard. */
function providerFact({ reference_id, reference_type }: BookDifference): [string, ReactNode][] {
  const isThere = /^(charge|refund|dispute)/.test(reference_type);
  const href = `https://dashboard.stripe.com/search?query=${encodeURIComponent(reference_id)}`;
  return isThere
    ? [
        [
          "At the provider",
          <a key="provider" href={href}>
            {reference_id}
          </a>,
        ],
      ]
    : [];
}

type CloseFormProps = { id: string; typed: Parameters<typeof fieldsOf>[0] };

function CloseForm({ id, typed }: CloseFormProps) {
  return (
    <ConfirmForm
      id="close"
      label="Close it with a note"
      title="Close this difference?"
      action={hrefOf(pages.closeBookDifference, { id })}
      confirm="Close it"
      dismiss="Leave it open"
    >
      <p>It stays closed while its amounts are the same, and opens again when they change.</p>
      <TextAreaField {...fieldsOf(typed).field("note")} label="Why" required maxLength={1000} />
    </ConfirmForm>
  );
}

const close = formPost(contract.closeBookDifference, {
  path: pages.closeBookDifference,
  page: shown,
  back: (_result, c) => hrefOf(pages.bookDifference, { id: c.req.param("id") ?? "" }),
  send: (ctx, { params, body }) => closeBookDifference(ctx, { ...params, ...body }),
  done: () => "The difference is closed.",
});

export const difference = [shown, close];
