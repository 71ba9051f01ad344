import type { ReactNode } from "react";
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { readFindManyInput } from "../../../worker/contract/forms/finding.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/quotes.ts";
import { findQuotableProducts, type ProductChoices } from "../../../worker/domain/catalog/index.ts";
import {
  type AdminQuote,
  createAdminQuoteMessage,
  declineQuote,
  getAdminQuote,
  saveDraft,
} from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { IfAllowed, StaffLink } from "../../../worker/ui/access.tsx";
import { DateText, TimeText } from "../../../worker/ui/date.tsx";
import { mergeForm } from "../../../worker/ui/forms/compared.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { ConflictComparison, VersionFields } from "../../../worker/ui/forms/version-fields.tsx";
import { FormFoot, ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import {
  QuoteBadge,
  MessageForm,
  QuoteMessages,
  quoteStatusText,
  QuoteVersions,
  QuoteRequest,
} from "../../../worker/ui/parts/quote.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { canEdit, DraftFields, draftForm, draftLabels, draftValues } from "./draft-fields.tsx";

const params = z.object({ quote_id: uuid() });
const quoteParams = z.object({ id: uuid() });

const quotePage = page({
  path: pages.adminQuote,
  access: "quotes:read",
  layout: consoleLayout,
  section: "Quotes",
  params,
  async load({ ctx, params: { quote_id }, typed }) {
    const [quote, products] = await Promise.all([
      getAdminQuote(ctx, quote_id),
      findQuotableProducts(ctx, readFindManyInput(typed, "added_ids")),
    ]);
    return { quote, products };
  },
  head: ({ quote: { quote_number } }) => ({ title: `Quote ${quote_number} · Console · CrunchBox`, no_store: true }),
  view: ({ quote, products }, { url, params: path, flash }) => {
    const { quote_number, user, org, created_at, versions, messages } = quote;
    const typed = flash?.typed;
    return (
      <>
        <PageHeader
          trail={[["Quotes", listHref(pages.adminQuotes, url)]]}
          title={`Quote ${quote_number}`}
          badges={<QuoteBadge quote={quote} needs_you="requested" />}
          subtitle={
            <>
              For{" "}
              <StaffLink access="people:read" href={hrefOf(pages.adminPerson, { user_id: user.id })}>
                {user.name}
              </StaffLink>{" "}
              of{" "}
              <StaffLink access="organizations:read" href={hrefOf(pages.organization, { org_id: org.id })}>
                {org.name}
              </StaffLink>
              , <DateText at={created_at} />
            </>
          }
          action={
            <>
              {versions.length > 0 && (
                <a className="button quiet" href={hrefOf(pages.adminPrintedQuote, path)}>
                  Print
                </a>
              )}
              <IfAllowed access="quotes:act">
                <DeclineForm quote={quote} />
              </IfAllowed>
            </>
          }
        />
        <ObjectLayout aside={<QuoteRequest quote={quote} outcome={describeOutcome(quote)} />}>
          {canEdit(quote) && (
            <IfAllowed access="quotes:act">
              <DraftForm
                quote={quote}
                products={products}
                typed={typed && "updated_at" in typed.values ? typed : undefined}
              />
            </IfAllowed>
          )}
          {versions.length > 0 && (
            <section>
              <h2>Sent</h2>
              <QuoteVersions versions={versions} />
            </section>
          )}
          <section id="messages">
            <h2>Messages</h2>
            <IfAllowed access="quotes:act">
              <MessageForm
                action={hrefOf(pages.answerQuote, path)}
                label="Write to the customer"
                field={buildFieldProps(typed && !("updated_at" in typed.values) ? typed : undefined).field("text")}
              />
            </IfAllowed>
            <QuoteMessages messages={messages} />
          </section>
        </ObjectLayout>
      </>
    );
  },
});

function describeOutcome(quote: AdminQuote): ReactNode[] {
  const { reason, started_by, accepted_by, order_by, order_id, order_number, status } = quote;
  const sentences = [
    started_by && `Started by ${started_by.name}`,
    (status === "rejected" || status === "declined") && `${quoteStatusText(quote)}: ${reason ?? "no reason was given"}`,
    accepted_by && `Accepted by ${accepted_by.name}`,
    status === "accepted" && order_by && (
      <>
        To be ordered by <TimeText at={order_by} />
      </>
    ),
    order_id && (
      <>
        Order{" "}
        <StaffLink access="orders:read" href={hrefOf(pages.adminOrder, { order_id })}>
          {order_number}
        </StaffLink>
      </>
    ),
  ];
  return sentences.filter(Boolean);
}

type DraftFormProps = { quote: AdminQuote; products: ProductChoices; typed: Parameters<typeof buildFieldProps>[0] };

function DraftForm({ quote, products, typed: sent }: DraftFormProps) {
  const path = { quote_id: quote.id };
  const href = hrefOf(pages.adminQuote, path);
  const current = draftValues(quote);
  const { typed, rows } = mergeForm(sent, quote.updated_at, current, draftLabels(quote));
  return (
    <section>
      <h2>{quote.version === 0 ? "Your offer" : `Version ${quote.version + 1}`}</h2>
      <ConflictComparison rows={rows} href={href} />
      <form className="form-card form-grid" method="post" action={href} noValidate>
        <VersionFields updated_at={quote.updated_at} values={current} />
        <DraftFields quote={quote} products={products} fields={buildFieldProps(typed, current)} />
        <FormFoot>
          <button className="button quiet">Save the draft</button>
          <button className="button" formAction={hrefOf(pages.sendQuote, path)}>
            {quote.version === 0 ? "Save and send" : `Send version ${quote.version + 1}`}
          </button>
        </FormFoot>
      </form>
    </section>
  );
}

function DeclineForm({ quote }: { quote: AdminQuote }) {
  if (quote.status !== "requested" && quote.status !== "sent") return null;
  return (
    <ConfirmForm
      id="decline"
      label="Decline"
      title={`Decline quote ${quote.quote_number}?`}
      action={hrefOf(pages.declineQuote, { quote_id: quote.id })}
      confirm="Decline the quote"
      is_dangerous
    >
      <p>The quote that was sent can no longer be accepted. The customer is notified by email.</p>
      <TextAreaField
        id="decline-reason"
        name="reason"
        label="Why"
        is_optional
        rows={3}
        maxLength={1000}
        hint="The customer reads it."
      />
    </ConfirmForm>
  );
}

const quoteHref = (quote: AdminQuote | undefined): string =>
  quote ? hrefOf(pages.adminQuote, { quote_id: quote.id }) : pages.adminQuotes;
const formSpec = { page: quotePage, back: quoteHref, fields: { id: "quote_id" } };

const addedText = (typed: URLSearchParams): string | undefined => {
  const added = typed.getAll("added_ids").length;
  if (added === 0) return undefined;
  return `${added === 1 ? "A product is" : `${added} products are`} added. Check the price, then send.`;
};

const saveForm = formPost({ access: "quotes:act", params: quoteParams, body: draftForm } as const, {
  ...formSpec,
  path: pages.adminQuote,
  has_search: true,
  send: (ctx, { params: { id }, body }) => saveDraft(ctx, id, body),
  done: (_quote, typed) => addedText(typed) ?? "The draft is saved. The customer does not see it yet.",
});

/** Needs a fresh sign-in, as the API call does. */
const sendForm = formPost(
  {
    access: "quotes:act",
    call: "POST /v1/admin/quotes/{id}/send",
    params: quoteParams,
    body: draftForm,
  } as const,
  {
    ...formSpec,
    path: pages.sendQuote,
    has_search: true,
    send: (ctx, { params: { id }, body }) => saveDraft(ctx, id, { ...body, send: true }),
    done: ({ version, total }, typed) =>
      addedText(typed) ?? `Version ${version} is sent: ${formatMoney(total)} before tax.`,
  },
);

const declineForm = formPost({ ...contract.declineQuote, params: quoteParams } as const, {
  ...formSpec,
  path: pages.declineQuote,
  send: (ctx, { params: { id }, body }) => declineQuote(ctx, id, body),
  done: () => "The quote is declined.",
});

const writeMessageForm = formPost({ ...contract.createAdminQuoteMessage, params: quoteParams } as const, {
  ...formSpec,
  path: pages.answerQuote,
  send: (ctx, { params: { id }, body }) => createAdminQuoteMessage(ctx, id, body),
  done: () => "The message was sent.",
});

export const adminQuoteRoutes = [quotePage, saveForm, sendForm, declineForm, writeMessageForm];
