import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { versionName } from "../../forms/legal-fields.ts";

export const getLicenseAgreement = endpoint({
  method: "GET",
  path: "/v1/sso/license-agreement",
  access: "public",
  cache: "legal",
  status: 200,
  reply_type: "text/html",
  errors: ["FILE_NOT_FOUND"],
  tag: "Single sign-on",
  summary: "Read the current license agreement",
  description: "HTML; the header x-version contains the opaque version that set-up sends back as agreement_version.",
});

export const agreeToLicense = endpoint({
  method: "POST",
  path: "/v1/sso/license-agreement",
  access: "session",
  not_impersonated: true,
  body: z.object({ agreement_version: versionName() }),
  status: 200,
  reply: emptyReply,
  errors: ["LICENSE_AGREEMENT_VERSION_MISMATCH"],
  tag: "Single sign-on",
  summary: "Agree to the license agreement in force",
  description:
    "Requires the version that was read. Needed at the first sign-in after a new version came into force; existing sessions continue.",
});
