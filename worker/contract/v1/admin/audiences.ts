import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { audience } from "../../entities/audience.ts";
import { savedAudience, savedAudienceShape } from "../../entities/saved-audience.ts";
import { describe, versionField, text, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";
import { requiredText } from "../../rules.ts";

const callDefaults = { tag: "Admin: notifications" } as const;
const params = z.object({ id: uuid() });
const name = () => text(requiredText("Name", 64), "Name of the audience; compared without case", 64);
const conditions = () => describe(audience, "All conditions hold; of the values of one, one is enough");

export const listAudiences = endpoint({
  ...callDefaults,
  access: "notifications:read",
  method: "GET",
  path: "/v1/admin/audiences",
  status: 200,
  reply: listReply(savedAudience),
  errors: [],
  summary: "List the saved audiences",
  description: "All of them, in alphabetical order.",
});

export const createAudience = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "POST",
  path: "/v1/admin/audiences",
  body: z.object({ name: name(), audience: conditions() }),
  status: 201,
  reply: reply(savedAudienceShape),
  errors: ["AUDIENCE_EXISTS"],
  summary: "Save an audience under a name",
});

export const updateAudience = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "PUT",
  path: "/v1/admin/audiences/{id}",
  params,
  body: z.object({ name: z.optional(name()), audience: z.optional(conditions()), updated_at: versionField() }),
  status: 200,
  reply: reply(savedAudienceShape),
  errors: ["AUDIENCE_NOT_FOUND", "AUDIENCE_EXISTS", "OBJECT_OUTDATED"],
  summary: "Rename a saved audience or replace its conditions",
  description: "Notifications that were written to it keep their conditions.",
});

export const deleteAudience = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "DELETE",
  path: "/v1/admin/audiences/{id}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["AUDIENCE_NOT_FOUND"],
  summary: "Delete a saved audience",
  description: "Notifications that were written to it keep their conditions.",
});
