import { pageBase } from "../contract/hosts.ts";
import { pages } from "../contract/pages.ts";
import type { Ctx } from "../domain/context.ts";

export type PublicSettings = {
  public_url: string;
  store_base: string;
  main_web_url: string;
  admin_web_url: string;
  desktop_scheme: string;
  flowpoint_download_url: string;
  support_email: string;
  captcha_site_key: string;
  captcha_script_url: string;
};

export const publicSettings = (settings: Ctx["settings"]): PublicSettings => ({
  public_url: settings.PUBLIC_URL,
  store_base: pageBase(settings, pages.store),
  main_web_url: settings.MAIN_WEB_URL,
  admin_web_url: settings.ADMIN_WEB_URL,
  desktop_scheme: settings.DESKTOP_SCHEME,
  flowpoint_download_url: settings.FLOWPOINT_DOWNLOAD_URL,
  support_email: settings.SUPPORT_EMAIL,
  captcha_site_key: settings.CAPTCHA_SITE_KEY,
  captcha_script_url: settings.CAPTCHA_SCRIPT_URL,
});
