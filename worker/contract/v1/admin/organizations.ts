import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { listedOrganization } from "../../entities/organization.ts";
import { freeText } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listOrganizations = endpoint({
  method: "GET",
  path: "/v1/admin/organizations",
  access: "admin",
  query: z.object({
    name: z.optional(freeText(128, "Part of the name, compared without case")),
    notes: z.optional(freeText(128, "Part of the notes, compared without case")),
    price_level_name: z.optional(freeText(128, "Price level")),
    industry: z.optional(freeText(64, "Industry")),
    ...listQuery(["created_at", "updated_at", "name"]),
  }),
  status: 200,
  reply: listReply(listedOrganization),
  errors: [],
  tag: "Admin: organizations",
  summary: "List organizations",
  description: "Search looks through name, notes and billing e-mail address.",
});
