import { type AlarmGateway, type AlarmSettings, createAlarmGateway } from "./alarm.ts";
import { type BuildsGateway, type BuildsSettings, createBuildsGateway } from "./builds/index.ts";
import { type CaptchaGateway, type CaptchaSettings, createCaptchaGateway } from "./captcha.ts";
import type { EmailGateway, EmailSettings } from "./email.ts";
import { type Bucket, createFilesGateway, type FilesGateway } from "./files/index.ts";
import { createFulexGateway, type FulexGateway, type FulexSettings } from "./fulex/index.ts";
import { createLazyGateway } from "./watch/lazily.ts";
import type { NetSuiteGateway, NetSuiteSettings } from "./net-suite/index.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import type { StripeSettings } from "./stripe.ts";
import { createSmsGateway, type SmsGateway, type SmsSettings } from "./sms/index.ts";
import type { NotificationTexts } from "../mail/index.ts";

type GatewaySettings = AlarmSettings &
  EmailSettings &
  SmsSettings &
  CaptchaSettings &
  StripeSettings &
  BuildsSettings &
  FulexSettings &
  NetSuiteSettings;
export type Gateways = {
  alarm: AlarmGateway;
  email: EmailGateway;
  sms: SmsGateway | undefined;
  notificationTexts: NotificationTexts;
  captcha: CaptchaGateway;
  payments: PaymentProvider;
  files: FilesGateway;
  fulex: FulexGateway | undefined;
  builds: BuildsGateway | undefined;
  netSuite: NetSuiteGateway | undefined;
};

export function createGateways(settings: GatewaySettings, bucket: Bucket | undefined): Gateways {
  return {
    alarm: createAlarmGateway(settings),
    email: createLazyGateway(async () => (await import("./email.ts")).createEmailGateway(settings)),
    sms: settings.SMS_ACCOUNT_SID === "" ? undefined : createSmsGateway(settings),
    notificationTexts: createLazyGateway(async () =>
      (await import("../mail/index.ts")).createNotificationTexts(settings),
    ),
    captcha: createCaptchaGateway(settings),
    files: createFilesGateway(bucket),
    fulex: settings.FULEX_CLIENT_ID === "" ? undefined : createFulexGateway(settings),
    builds: settings.BUILDS_TOKEN === "" ? undefined : createBuildsGateway(settings),
    netSuite:
      settings.NETSUITE_API_URL === ""
        ? undefined
        : createLazyGateway(async () => (await import("./net-suite/index.ts")).createNetSuiteGateway(settings)),
    payments: createLazyGateway(async () => (await import("./stripe.ts")).createStripeProvider(settings)),
  };
}
