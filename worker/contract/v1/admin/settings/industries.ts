import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../../endpoint.ts";
import { industry, industryShape } from "../../../entities/industry.ts";
import { versionField, text, uuid } from "../../../fields.ts";
import { listReply } from "../../../paging.ts";
import { requiredText } from "../../../rules.ts";

const callDefaults = { tag: "Admin: organizations" } as const;
const params = z.object({ id: uuid() });
const name = () => text(requiredText("Name", 64), "Name of the industry; compared without case", 64);

export const listIndustries = endpoint({
  ...callDefaults,
  access: "organizations:read",
  method: "GET",
  path: "/v1/admin/industries",
  status: 200,
  reply: listReply(industry),
  errors: [],
  summary: "List the industries",
  description: "All industries in alphabetical order. Assigning an unknown industry to an organization creates it.",
});

export const createIndustry = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "POST",
  path: "/v1/admin/industries",
  body: z.object({ name: name() }),
  status: 201,
  reply: reply(industryShape),
  errors: ["INDUSTRY_EXISTS"],
  summary: "Create an industry",
});

export const updateIndustry = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "PUT",
  path: "/v1/admin/industries/{id}",
  params,
  body: z.object({ name: name(), updated_at: versionField() }),
  status: 200,
  reply: reply(industryShape),
  errors: ["INDUSTRY_NOT_FOUND", "INDUSTRY_EXISTS", "OBJECT_OUTDATED"],
  summary: "Rename an industry",
  description: "Its organizations show the new name at once.",
});

export const deleteIndustry = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "DELETE",
  path: "/v1/admin/industries/{id}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["INDUSTRY_NOT_FOUND", "INDUSTRY_IN_USE"],
  summary: "Delete an industry that no organization has",
});
