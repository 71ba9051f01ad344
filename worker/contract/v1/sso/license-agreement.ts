import { endpoint } from "../../endpoint.ts";

export const getLicenseAgreement = endpoint({
  method: "GET",
  path: "/v1/sso/license-agreement",
  access: "public",
  status: 200,
  reply_type: "text/html",
  errors: ["FILE_NOT_FOUND"],
  tag: "Single sign-on",
  summary: "Read the current license agreement",
  description: "HTML; the header x-version carries the opaque version that set-up sends back as agreement_version.",
});
