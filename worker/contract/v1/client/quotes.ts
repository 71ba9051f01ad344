import * as z from "zod/mini";
import { quoteStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { quoteMessageText, quoteRow, quoteShape } from "../../entities/quote.ts";
import { describe, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { access: "buy", status: 200, tag: "Quotes" } as const;
const params = z.object({ id: uuid() });
const quoteReply = reply(quoteShape);

export const listQuotes = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/quotes",
  query: z.object({
    status: z.optional(z.enum(quoteStatuses)),
    ...listQuery(["created_at", "updated_at", "total"]),
  }),
  reply: listReply(quoteRow),
  errors: [],
  summary: "List the quotes of the organization",
  description: "Search covers their numbers and names of people.",
});

export const getQuote = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/quotes/{id}",
  params,
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND"],
  summary: "Read a quote with its versions and messages",
});

export const acceptQuote = endpoint({
  ...callDefaults,
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/quotes/{id}/accept",
  params,
  body: z.object({
    version: describe(z.int().check(z.gte(1)), "The version that you saw; only the newest can be accepted"),
    set_aside: z.optional(describe(z.boolean(), "Sets the products of your cart aside; default: false")),
  }),
  reply: quoteReply,
  errors: [
    "QUOTE_NOT_FOUND",
    "QUOTE_NOT_OPEN",
    "QUOTE_ALREADY_ACCEPTED",
    "QUOTE_EXPIRED",
    "QUOTE_OUTDATED",
    "CART_NOT_EMPTY",
    "CART_OUTDATED",
    "CART_QUOTED",
    "PRODUCT_NOT_FOUND",
  ],
  summary: "Accept a quote: fills your empty cart",
  description:
    "The cart has the quoted prices, shipping and quantities, which cannot be changed. Check it out within the validity of the quote, or within 24 hours. Emptying the cart gives the quote back.",
});

export const rejectQuote = endpoint({
  ...callDefaults,
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/quotes/{id}/reject",
  params,
  body: z.optional(z.object({ reason: z.nullish(freeText(1000, "Why; shown to the shop")) })),
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND", "QUOTE_NOT_OPEN"],
  summary: "Reject a quote that was sent",
});

export const withdrawQuote = endpoint({
  ...callDefaults,
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/quotes/{id}/withdraw",
  params,
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND", "QUOTE_NOT_OPEN"],
  summary: "Withdraw a request that was not answered yet",
});

export const createQuoteMessage = endpoint({
  ...callDefaults,
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/quotes/{id}/messages",
  params,
  body: z.object({ text: quoteMessageText() }),
  status: 201,
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND"],
  summary: "Write to the shop about a quote",
});
