import type { Captcha } from "../../islands/lib/captcha.ts";
import type { PublicSettings } from "../../worker/http/public-settings.ts";

export const toCaptcha = (settings: PublicSettings): Captcha => ({
  site_key: settings.captcha_site_key,
  script_url: settings.captcha_script_url,
});
