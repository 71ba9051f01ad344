import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../../endpoint.ts";
import {
  licenseConsent,
  licenseTextShape,
  licenseVersion,
  licenseVersionShape,
} from "../../../entities/legal-version.ts";
import { legalBytesMax, legalHtml, newVersionName, validFrom, versionName } from "../../../forms/legal-fields.ts";
import { listQuery, listReply } from "../../../paging.ts";

const callDefaults = { tag: "Admin: texts" } as const;
const params = z.object({ version: versionName() });

export const listLicenseAgreements = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path: "/v1/admin/license-agreements",
  status: 200,
  reply: listReply(licenseVersion),
  errors: [],
  summary: "List the versions of the license agreement",
  description: "All versions, newest first, each with the number of users who agreed.",
});

export const getLicenseVersion = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path: "/v1/admin/license-agreements/{version}",
  params,
  status: 200,
  reply: reply(licenseTextShape),
  errors: ["FILE_NOT_FOUND"],
  summary: "Read a version of the license agreement",
});

export const listLicenseConsents = endpoint({
  ...callDefaults,
  access: "settings:read",
  method: "GET",
  path: "/v1/admin/license-agreements/{version}/consents",
  params,
  query: z.object(listQuery(["agreed_at"])),
  status: 200,
  reply: listReply(licenseConsent),
  errors: ["FILE_NOT_FOUND"],
  summary: "List the users who agreed to a version of the license agreement",
  description: "Search covers names and email addresses of users.",
});

export const createLicenseAgreement = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "POST",
  path: "/v1/admin/license-agreements",
  body: z.object({ version: newVersionName(), html: legalHtml(), valid_from: validFrom() }),
  body_bytes_max: legalBytesMax,
  status: 201,
  reply: reply(licenseVersionShape),
  errors: ["LEGAL_VERSION_EXISTS"],
  summary: "Publish a version of the license agreement",
  description:
    "From `valid_from` on, set-up accepts only this version, and users who agreed to another version are asked at their next sign-in. Sessions continue.",
});

export const deleteLicenseAgreement = endpoint({
  ...callDefaults,
  access: "settings:act",
  method: "DELETE",
  path: "/v1/admin/license-agreements/{version}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["FILE_NOT_FOUND", "LEGAL_VERSION_IN_FORCE"],
  summary: "Withdraw a version of the license agreement that is not in force yet",
});
