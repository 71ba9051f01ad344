import * as z from "zod/mini";
import { done, endpoint, reply } from "../../../endpoint.ts";
import {
  licenseConsent,
  licenseTextShape,
  licenseVersion,
  licenseVersionShape,
} from "../../../entities/console/legal-version.ts";
import { legalBytesMax, legalHtml, newVersionName, validFrom, versionName } from "../../../forms/legal-fields.ts";
import { listQuery, listReply } from "../../../paging.ts";

const shared = { access: "manage_shop", tag: "Admin: texts" } as const;
const params = z.object({ version: versionName() });

export const listLicenseAgreements = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/license-agreements",
  status: 200,
  reply: listReply(licenseVersion),
  errors: [],
  summary: "List the versions of the license agreement",
  description: "All of them, the newest first, each with how many people agreed to it.",
});

export const getLicenseVersion = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/license-agreements/{version}",
  params,
  status: 200,
  reply: reply(licenseTextShape),
  errors: ["FILE_NOT_FOUND"],
  summary: "Read a version of the license agreement",
});

export const listLicenseConsents = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/license-agreements/{version}/consents",
  params,
  query: z.object(listQuery(["agreed_at"])),
  status: 200,
  reply: listReply(licenseConsent),
  errors: ["FILE_NOT_FOUND"],
  summary: "List who agreed to a version of the license agreement",
  description: "Search looks through names and addresses of people.",
});

export const createLicenseAgreement = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/license-agreements",
  body: z.object({ version: newVersionName(), html: legalHtml(), valid_from: validFrom() }),
  body_bytes_max: legalBytesMax,
  status: 201,
  reply: reply(licenseVersionShape),
  errors: ["LEGAL_VERSION_EXISTS"],
  summary: "Publish a version of the license agreement",
  description:
    "From `valid_from` on, set-up takes this version alone, and everybody who agreed to another is asked at their next sign-in. Sessions go on.",
});

export const deleteLicenseAgreement = endpoint({
  ...shared,
  method: "DELETE",
  path: "/v1/admin/license-agreements/{version}",
  params,
  status: 200,
  reply: done,
  errors: ["FILE_NOT_FOUND", "LEGAL_VERSION_IN_FORCE"],
  summary: "Withdraw a version of the license agreement that is not in force yet",
});
