import type { CaptchaAction } from "../../worker/contract/paths.ts";
import type { GetCaptchaToken } from "./api.ts";
import { createTrustedPolicy } from "./trusted-types.ts";

export type Captcha = { site_key: string; script_url: string };

type Service = {
  ready(ask: () => void): void;
  execute(siteKey: string, options: { action: CaptchaAction }): PromiseLike<string>;
};
declare global {
  var grecaptcha: Service | undefined;
}

const timeoutMs = 10_000;
let pendingScript: Promise<Service> | undefined;

function insertScript({ site_key, script_url }: Captcha): Promise<Service> {
  return new Promise((resolve, reject) => {
    const url = new URL(script_url);
    url.searchParams.set("render", site_key);
    // With this parameter, Google's script loads its second part under Trusted Types.
    url.searchParams.set("trustedtypes", "true");
    const script = document.createElement("script");
    script.src = createTrustedPolicy("captcha", { createScriptURL: (address: string) => address }).createScriptURL(
      url.href,
    );
    script.addEventListener("error", reject);
    script.addEventListener("load", () => {
      const service = globalThis.grecaptcha;
      if (service) service.ready(() => resolve(service));
      else reject();
    });
    setTimeout(reject, timeoutMs);
    document.head.append(script);
  });
}

/** Loads the script once per page; a failed load can be retried. */
export function loadCaptcha(captcha: Captcha): Promise<Service> {
  pendingScript ??= insertScript(captcha);
  pendingScript.catch(() => (pendingScript = undefined));
  return pendingScript;
}

/** Returns a single-use token; undefined if the bot check is unreachable. */
export const captchaToken =
  (captcha: Captcha): GetCaptchaToken =>
  async (action) => {
    try {
      return await (await loadCaptcha(captcha)).execute(captcha.site_key, { action });
    } catch {
      return undefined;
    }
  };
