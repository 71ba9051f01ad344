import type { ReactNode } from "react";
import * as z from "zod/mini";
import { formatMoney } from "../../../islands/lib/money.ts";
import { Notice } from "../../../islands/ui/notice.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { uuid } from "../../../worker/contract/fields.ts";
import { listHref } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/quotes.ts";
import {
  acceptQuote,
  createQuoteMessage,
  getQuote,
  type Quote,
  rejectQuote,
  withdrawQuote,
} from "../../../worker/domain/sales/index.ts";
import type { Flash } from "../../../worker/http/flash.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText, TimeText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { ObjectLayout } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import {
  QuoteBadge,
  quoteDay,
  MessageForm,
  QuoteMessages,
  quoteStatusText,
  QuoteVersions,
  QuoteRequest,
} from "../../../worker/ui/parts/quote.tsx";
import { appLayout } from "../../layouts.tsx";

const cartNotEmptyMessage =
  "Your cart holds other products. Set them aside to accept the quote; you can put them back afterwards.";

const params = z.object({ quote_id: uuid() });
const quoteParams = z.object({ id: uuid() });

const quotePage = page({
  path: pages.quote,
  access: "buy",
  layout: appLayout,
  section: "Quotes",
  params,
  load: ({ ctx, params: { quote_id } }) => getQuote(ctx, quote_id),
  head: ({ quote_number }) => ({ title: `Quote ${quote_number} · CrunchBox`, no_store: true }),
  view: (quote, { viewer, url, params: path, flash }) => {
    const { quote_number, user, created_at, versions, messages } = quote;
    const canAct = viewer.impersonator === null;
    const typed = flash?.typed && "text" in flash.typed.values ? flash.typed : undefined;
    return (
      <>
        <PageHeader
          trail={[["Quotes", listHref(pages.quotes, url)]]}
          title={`Quote ${quote_number}`}
          badges={<QuoteBadge quote={quote} needs_you="sent" />}
          subtitle={
            <>
              For {user.name}, <DateText at={created_at} />
            </>
          }
          action={
            versions.length > 0 && (
              <>
                <a className="button quiet" href={hrefOf(pages.printedQuote, path)}>
                  Print
                </a>
                <a className="button quiet" href={hrefOf(pages.quoteFile, {}, path)}>
                  Download CSV
                </a>
              </>
            )
          }
        />
        <QuoteState quote={quote} viewer_id={viewer.user_id} />
        {canAct && <QuoteActions quote={quote} path={path} flash={flash} />}
        {!canAct && <p className="notice info">You can only read quotes while you act as another user.</p>}
        <ObjectLayout aside={<QuoteRequest quote={quote} outcome={acceptanceFacts(quote)} />}>
          {versions.length > 0 && (
            <section>
              <h2>What we offer</h2>
              <QuoteVersions versions={versions} />
            </section>
          )}
          <section id="messages">
            <h2>Messages</h2>
            {canAct && (
              <MessageForm
                action={hrefOf(pages.writeAboutQuote, path)}
                label="Write to us about this quote"
                field={buildFieldProps(typed).field("text")}
              />
            )}
            {!canAct && messages.length === 0 && <p className="small">No messages.</p>}
            <QuoteMessages messages={messages} />
          </section>
        </ObjectLayout>
      </>
    );
  },
});

function acceptanceFacts({ accepted_by: by, accepted_at: at }: Quote): ReactNode[] {
  if (!by || !at) return [];
  return [
    <>
      Accepted by {by.name} on <DateText at={at} />
    </>,
  ];
}

function QuoteState({ quote, viewer_id }: { quote: Quote; viewer_id: string }) {
  const { status, valid_until: day, order_id, order_number, accepted_by: by, order_by: until } = quote;
  if (status === "ordered" && order_id)
    return (
      <p className="links">
        <a href={hrefOf(pages.order, { order_id })}>See order {order_number}</a>
      </p>
    );
  if (status === "accepted" && until)
    return (
      <Notice tone="info">
        <p>
          It is in {by?.id === viewer_id ? "your cart" : `the cart of ${by?.name ?? "a colleague"}`}, to be ordered by{" "}
          <TimeText at={until} />. {by?.id === viewer_id && <a href={pages.cart}>Go to the cart</a>}
        </p>
      </Notice>
    );
  return <p className="notice info message">{stateText(quote, day)}</p>;
}

function stateText(quote: Quote, day: string | null): string {
  if (quote.status === "requested") return "We answer by email, and the price appears here.";
  if (quote.status === "sent" && day) return `You can accept it until ${quoteDay(day)} (UTC).`;
  if (quote.status === "expired") return "It was not ordered in time. Write to us if you still need it.";
  const what = quote.status === "declined" ? "We declined it" : quoteStatusText(quote);
  return quote.reason ? `${what}: ${quote.reason}` : `${what}.`;
}

type QuotePath = { quote_id: string };

function QuoteActions({ quote, path, flash }: { quote: Quote; path: QuotePath; flash: Flash | null }) {
  const { status, version, total } = quote;
  const isCartInTheWay = flash?.message === cartNotEmptyMessage;
  if (status === "requested")
    return (
      <div className="actions">
        <ConfirmForm
          id="withdraw"
          label="Withdraw the request"
          title="Withdraw this request?"
          action={hrefOf(pages.withdrawQuote, path)}
          confirm="Yes, withdraw it"
          dismiss="Keep it"
          is_dangerous
        >
          <p>We stop working on it. Nothing is ordered.</p>
        </ConfirmForm>
      </div>
    );
  if (status !== "sent") return null;
  return (
    <div className="actions">
      <form method="post" action={hrefOf(pages.acceptQuote, path)}>
        <input type="hidden" name="version" value={version} />
        <button className="button" name="set_aside" value={isCartInTheWay ? "true" : ""}>
          {isCartInTheWay ? "Set the cart aside and accept" : `Accept ${formatMoney(total)}`}
        </button>
      </form>
      <ConfirmForm
        id="reject"
        label="Reject"
        title="Reject this quote?"
        action={hrefOf(pages.rejectQuote, path)}
        confirm="Reject the quote"
        is_dangerous
      >
        <TextAreaField
          id="reject-reason"
          name="reason"
          label="Why"
          is_optional
          rows={3}
          maxLength={1000}
          hint="It helps us make a better offer."
        />
      </ConfirmForm>
    </div>
  );
}

const backHref = (quote: Quote | undefined): string =>
  quote ? hrefOf(pages.quote, { quote_id: quote.id }) : pages.quotes;

const formDefaults = { page: quotePage, back: backHref, fields: { id: "quote_id" } };

const acceptForm = formPost({ ...contract.acceptQuote, params: quoteParams } as const, {
  ...formDefaults,
  path: pages.acceptQuote,
  send: (ctx, { params: { id }, body }) => acceptQuote(ctx, id, body),
  back: (quote) => (quote ? pages.cart : pages.quotes),
  done: ({ quote_number }) => `Quote ${quote_number} is in your cart. Check it out to order.`,
  refusal: ({ errcode, message }) => {
    if (errcode === "CART_NOT_EMPTY") return { message: cartNotEmptyMessage };
    if (errcode === "CART_QUOTED")
      return {
        message: "Your cart holds another quote. Check it out, or empty it.",
        link: ["See the cart", pages.cart],
      };
    return { message };
  },
});

const rejectForm = formPost({ ...contract.rejectQuote, params: quoteParams } as const, {
  ...formDefaults,
  path: pages.rejectQuote,
  send: (ctx, { params: { id }, body }) => rejectQuote(ctx, id, body),
  done: () => "You rejected the quote.",
});

const withdrawForm = formPost({ ...contract.withdrawQuote, params: quoteParams } as const, {
  ...formDefaults,
  path: pages.withdrawQuote,
  send: (ctx, { params: { id } }) => withdrawQuote(ctx, id),
  done: () => "You withdrew the request.",
});

const writeForm = formPost({ ...contract.createQuoteMessage, params: quoteParams } as const, {
  ...formDefaults,
  path: pages.writeAboutQuote,
  send: (ctx, { params: { id }, body }) => createQuoteMessage(ctx, id, body),
  done: () => "Your message was sent.",
});

export const ownQuotePages = [quotePage, acceptForm, rejectForm, withdrawForm, writeForm];
