import { type CaptchaGateway, type CaptchaSettings, createCaptchaGateway } from "./captcha.ts";
import { createEmailGateway, type EmailGateway, type EmailSettings } from "./email.ts";
import { createSmsGateway, type SmsGateway, type SmsSettings } from "./sms.ts";

export type GatewaySettings = EmailSettings & SmsSettings & CaptchaSettings;
export type Gateways = { email: EmailGateway; sms: SmsGateway; captcha: CaptchaGateway };

/** The outside world, at the addresses and with the keys that the settings name. */
export const createGateways = (settings: GatewaySettings): Gateways => ({
  email: createEmailGateway(settings),
  sms: createSmsGateway(settings),
  captcha: createCaptchaGateway(settings),
});
