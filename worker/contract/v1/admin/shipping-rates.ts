import * as z from "zod/mini";
import { done, endpoint, reply } from "../../endpoint.ts";
import { shippingRateShape } from "../../entities/shipping-rate.ts";
import { described, flag, freeText, seenAt, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";
import { rateCountry, rateDays, rateCents, rateOption, requireBothDays } from "../../buying/rate-fields.ts";

const shared = { access: "manage_shop", tag: "Admin: shipping" } as const;
const params = z.object({ id: uuid() });
const is_active = described(z.boolean(), "False: it is offered to nobody");

export const listAdminShippingRates = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/shipping-rates",
  query: z.object({
    country: z.optional(freeText(4, "ISO 3166 code of two letters, or `none` for everywhere else")),
    is_active: flag(),
    ...listQuery(["updated_at", "created_at", "country", "option", "price"]),
  }),
  status: 200,
  reply: listReply(z.object(shippingRateShape)),
  errors: [],
  summary: "List what shipping costs",
  description:
    "Search looks through the names of the options. Sorted by country, those of everywhere else come last. A country with rates of its own, active or not, has no other ones: with all of them inactive nothing is shipped there.",
});

export const createShippingRate = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/shipping-rates",
  body: z
    .object({
      country: rateCountry(),
      option: rateOption(),
      price: rateCents("Price of the shipping"),
      days_min: z.optional(rateDays("Business days until it arrives at the soonest")),
      days_max: z.optional(rateDays("Business days until it arrives at the latest")),
      free_from: z.optional(z.nullable(rateCents("Total of the goods from which shipping is free"))),
      is_active: z.optional(is_active),
    })
    .check(requireBothDays),
  status: 201,
  reply: reply(shippingRateShape),
  errors: ["SHIPPING_RATE_EXISTS"],
  summary: "Add a shipping rate",
  description: "The days are told both or neither. An option has its name once per country, compared without case.",
});

export const updateShippingRate = endpoint({
  ...shared,
  method: "PUT",
  path: "/v1/admin/shipping-rates/{id}",
  params,
  body: z.object({
    country: z.optional(rateCountry()),
    option: z.optional(rateOption()),
    price: z.optional(rateCents("Price of the shipping")),
    days_min: z.optional(rateDays("Business days until it arrives at the soonest")),
    days_max: z.optional(rateDays("Business days until it arrives at the latest")),
    free_from: z.optional(z.nullable(rateCents("Total of the goods from which shipping is free"))),
    is_active: z.optional(is_active),
    updated_at: seenAt(),
  }),
  status: 200,
  reply: reply(shippingRateShape),
  errors: ["SHIPPING_RATE_NOT_FOUND", "SHIPPING_RATE_EXISTS", "OBJECT_OUTDATED"],
  summary: "Change a shipping rate",
  description:
    "Fields left out keep their value. Whoever has chosen the rate in a cart and saw it as it was is told CART_OUTDATED at checkout; orders that were placed keep what they paid.",
});

export const deleteShippingRate = endpoint({
  ...shared,
  method: "DELETE",
  path: "/v1/admin/shipping-rates/{id}",
  params,
  status: 200,
  reply: done,
  errors: ["SHIPPING_RATE_NOT_FOUND"],
  summary: "Delete a shipping rate",
  description:
    "Carts that chose it are told CART_OUTDATED at checkout; orders keep the name of the option and what they paid.",
});
