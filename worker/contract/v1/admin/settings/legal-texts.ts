import * as z from "zod/mini";
import { legalKinds } from "../../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../../endpoint.ts";
import { legalTextShape, legalVersion, legalVersionShape } from "../../../entities/legal-version.ts";
import {
  legalBytesMax,
  legalHtml,
  legalTitle,
  newVersionName,
  validFrom,
  versionName,
} from "../../../forms/legal-fields.ts";
import { listReply } from "../../../paging.ts";

const callDefaults = { tag: "Admin: texts" } as const;
const kind = () => z.enum(legalKinds, "Choose terms, returns, privacy or imprint.");
const params = z.object({ kind: kind(), version: versionName() });

export const listLegalTexts = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path: "/v1/admin/legal-texts",
  query: z.object({ kind: z.optional(kind()) }),
  status: 200,
  reply: listReply(legalVersion),
  errors: [],
  summary: "List the versions of terms, returns, privacy and imprint",
  description: "All versions by kind, newest first.",
});

export const getLegalVersion = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path: "/v1/admin/legal-texts/{kind}/{version}",
  params,
  status: 200,
  reply: reply(legalTextShape),
  errors: ["FILE_NOT_FOUND"],
  summary: "Read a version of one of the shop's texts",
});

export const createLegalText = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "POST",
  path: "/v1/admin/legal-texts",
  body: z.object({
    kind: kind(),
    version: newVersionName(),
    title: legalTitle(),
    html: legalHtml(),
    valid_from: validFrom(),
  }),
  body_bytes_max: legalBytesMax,
  status: 201,
  reply: reply(legalVersionShape),
  errors: ["LEGAL_VERSION_EXISTS"],
  summary: "Publish a version of one of the shop's texts",
  description: "Earlier versions stay, because orders name the terms of sale that were accepted.",
});

export const deleteLegalText = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "DELETE",
  path: "/v1/admin/legal-texts/{kind}/{version}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["FILE_NOT_FOUND", "LEGAL_VERSION_IN_FORCE"],
  summary: "Withdraw a version that is not in force yet",
});
