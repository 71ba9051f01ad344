import * as z from "zod/mini";
import { endpoint, reply } from "../../../endpoint.ts";
import { holidayList, sellerLines, shopSettingsShape } from "../../../entities/shop-settings.ts";
import { describe, versionField } from "../../../fields.ts";
import { timeZone } from "../../../time-zones.ts";

const callDefaults = {
  path: "/v1/admin/settings",
  status: 200,
  tag: "Admin: settings",
} as const;

export const getShopSettings = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  reply: reply(shopSettingsShape),
  errors: [],
  summary: "Read the settings of the shop",
});

export const updateShopSettings = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "PUT",
  body: z.object({
    time_zone: z.optional(timeZone()),
    refund_limit: z.optional(
      describe(z.nullable(z.int().check(z.gte(0), z.lte(100_000_000_000))), "US cents; null: no limit"),
    ),
    holidays: z.optional(holidayList()),
    seller: z.optional(sellerLines()),
    updated_at: versionField(),
  }),
  reply: reply(shopSettingsShape),
  errors: ["OBJECT_OUTDATED"],
  summary: "Change settings of the shop",
  description: "Omitted settings stay as they are.",
});
