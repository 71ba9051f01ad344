import * as z from "zod/mini";
import { quoteStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import {
  adminQuoteShape,
  quoteDraftFields,
  quoteMessageText,
  quoteRow,
  quoteStartFields,
} from "../../entities/quote.ts";
import { freeText, versionField, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: quotes" } as const;
const params = z.object({ id: uuid() });
const quoteReply = reply(adminQuoteShape);

export const listAdminQuotes = endpoint({
  ...callDefaults,
  access: "quotes:read",
  method: "GET",
  path: "/v1/admin/quotes",
  query: z.object({
    status: z.optional(z.enum(quoteStatuses)),
    org_id: z.optional(uuid()),
    ...listQuery(["created_at", "updated_at", "total"]),
  }),
  reply: listReply(quoteRow),
  errors: [],
  summary: "List quotes",
  description: "Search covers their numbers, and names of people and organizations.",
});

export const getAdminQuote = endpoint({
  ...callDefaults,
  access: "quotes:read",
  method: "GET",
  path: "/v1/admin/quotes/{id}",
  params,
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND"],
  summary: "Read a quote with its draft, versions and messages",
});

export const createQuote = endpoint({
  ...callDefaults,
  access: "quotes:act",
  method: "POST",
  path: "/v1/admin/quotes",
  body: z.object(quoteStartFields),
  status: 201,
  reply: quoteReply,
  errors: ["USR_NOT_FOUND", "PRODUCT_NOT_FOUND", "QUOTE_NOT_FOR_PLANS"],
  summary: "Start a quote for a customer",
  description: "The customer sees it once it is sent.",
});

export const updateQuote = endpoint({
  ...callDefaults,
  access: "quotes:act",
  method: "PUT",
  path: "/v1/admin/quotes/{id}",
  params,
  body: z.object({ ...quoteDraftFields, updated_at: versionField() }),
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND", "QUOTE_NOT_OPEN", "OBJECT_OUTDATED", "PRODUCT_NOT_FOUND", "QUOTE_NOT_FOR_PLANS"],
  summary: "Change the draft of a quote",
  description: "What was sent stays as it is until the draft is sent as the next version.",
});

export const sendQuote = endpoint({
  ...callDefaults,
  access: "quotes:act",
  method: "POST",
  path: "/v1/admin/quotes/{id}/send",
  params,
  body: z.optional(z.object({ updated_at: versionField() })),
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND", "QUOTE_NOT_OPEN", "QUOTE_VALIDITY_INVALID", "OBJECT_OUTDATED", "PRODUCT_NOT_FOUND"],
  summary: "Send the draft to the customer as a new version",
});

export const declineQuote = endpoint({
  ...callDefaults,
  access: "quotes:act",
  method: "POST",
  path: "/v1/admin/quotes/{id}/decline",
  params,
  body: z.optional(z.object({ reason: z.nullish(freeText(1000, "Why; shown to the customer")) })),
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND", "QUOTE_NOT_OPEN"],
  summary: "Decline a request, or take back what was sent",
});

export const createAdminQuoteMessage = endpoint({
  ...callDefaults,
  access: "quotes:act",
  method: "POST",
  path: "/v1/admin/quotes/{id}/messages",
  params,
  body: z.object({ text: quoteMessageText() }),
  status: 201,
  reply: quoteReply,
  errors: ["QUOTE_NOT_FOUND"],
  summary: "Write to the customer about a quote",
});
