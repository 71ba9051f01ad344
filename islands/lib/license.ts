import type { getLicenseAgreement } from "../../worker/contract/v1/sso/license-agreement.ts";
import type { RequestLine } from "./api.ts";
import { readThroughCache } from "./cache.ts";

export type License = { version: string; html: string };

const request: RequestLine<typeof getLicenseAgreement> = {
  method: "GET",
  path: "/v1/sso/license-agreement",
  status: 200,
};

/** @throws if the text or its version is unavailable */
export const fetchLicense = (): Promise<License> =>
  readThroughCache(request.path, async () => {
    const response = await fetch(request.path);
    const version = response.headers.get("x-version");
    if (response.status !== request.status || !version) throw new Error("no license agreement");
    return { version, html: await response.text() };
  });
