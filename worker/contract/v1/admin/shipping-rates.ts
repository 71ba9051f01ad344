import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { shippingRateShape } from "../../entities/shipping-rate.ts";
import { describe, flag, freeText, versionField, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";
import {
  rateCountry,
  rateDays,
  rateCents,
  rateOption,
  rateService,
  requireBothDays,
} from "../../buying/rate-fields.ts";

const callDefaults = { tag: "Admin: shipping" } as const;
const params = z.object({ id: uuid() });
const is_active = describe(z.boolean(), "false: not offered");

export const listAdminShippingRates = endpoint({
  ...callDefaults,
  access: "shipping_rates:read",
  method: "GET",
  path: "/v1/admin/shipping-rates",
  query: z.object({
    country: z.optional(freeText(4, "Two-letter ISO 3166 country code, or `none` for all other countries")),
    is_active: flag(),
    ...listQuery(["updated_at", "created_at", "country", "option", "price"]),
  }),
  status: 200,
  reply: listReply(z.object(shippingRateShape)),
  errors: [],
  summary: "List shipping rates",
  description:
    "Search covers option names. Sorted by country; rates for all other countries come last. A country with its own rates, active or not, uses only these: if all are inactive, nothing ships there.",
});

export const createShippingRate = endpoint({
  ...callDefaults,
  access: "shipping_rates:act",
  method: "POST",
  path: "/v1/admin/shipping-rates",
  body: z
    .object({
      country: rateCountry(),
      option: rateOption(),
      price: rateCents("Shipping price"),
      days_min: z.optional(rateDays("Minimum number of business days until arrival")),
      days_max: z.optional(rateDays("Maximum number of business days until arrival")),
      free_from: z.optional(z.nullable(rateCents("Minimum total of goods for free shipping"))),
      service: z.optional(rateService()),
      is_active: z.optional(is_active),
    })
    .check(requireBothDays),
  status: 201,
  reply: reply(shippingRateShape),
  errors: ["SHIPPING_RATE_EXISTS"],
  summary: "Add a shipping rate",
  description: "Send both day fields or neither. Option names are unique per country, ignoring case.",
});

export const updateShippingRate = endpoint({
  ...callDefaults,
  access: "shipping_rates:act",
  method: "PUT",
  path: "/v1/admin/shipping-rates/{id}",
  params,
  body: z.object({
    country: z.optional(rateCountry()),
    option: z.optional(rateOption()),
    price: z.optional(rateCents("Shipping price")),
    days_min: z.optional(rateDays("Minimum number of business days until arrival")),
    days_max: z.optional(rateDays("Maximum number of business days until arrival")),
    free_from: z.optional(z.nullable(rateCents("Minimum total of goods for free shipping"))),
    service: z.optional(rateService()),
    is_active: z.optional(is_active),
    updated_at: versionField(),
  }),
  status: 200,
  reply: reply(shippingRateShape),
  errors: ["SHIPPING_RATE_NOT_FOUND", "SHIPPING_RATE_EXISTS", "OBJECT_OUTDATED"],
  summary: "Change a shipping rate",
  description:
    "Omitted fields keep their value. Carts that show the old rate are CART_OUTDATED at checkout; placed orders are unchanged.",
});

export const deleteShippingRate = endpoint({
  ...callDefaults,
  access: "shipping_rates:act",
  method: "DELETE",
  path: "/v1/admin/shipping-rates/{id}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["SHIPPING_RATE_NOT_FOUND"],
  summary: "Delete a shipping rate",
  description: "Carts with this rate are CART_OUTDATED at checkout; placed orders keep the option's name and price.",
});
