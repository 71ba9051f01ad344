import { existsSync, readFileSync } from "node:fs";
import { createPrivateKey, randomBytes } from "node:crypto";
import { createAlarmGateway } from "../../worker/gateways/alarm.ts";
import type { Question } from "./steps.ts";

/** A service whose settings are useful only together. */
export type Service = {
  /** The value of `--add`. */
  name: string;
  title: string;
  guide: string;
  questions: Question[];
  /** The doctor's checks to run after every question is answered. */
  checks: readonly string[];
};

/** Checks only the format of the answer, because the provider needs all settings of the service at once. */
const patternQuestion = (
  name: string,
  label: string,
  { form, wrong = "It does not look like one.", ...more }: Partial<Question> & { form: RegExp; wrong?: string },
): Question => ({
  name,
  label,
  goes: "file",
  check: async (_target, value) => (form.test(value) ? undefined : wrong),
  ...more,
});

const internalIdPattern = /^\d{1,18}$/;
const isKey = (text: string): boolean => {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
};
const booleanAnswer = (wrong: string) => ({ form: /^(true|false)$/, wrong, standard: () => "false" });

export const services: Service[] = [
  {
    name: "netsuite",
    title: "NetSuite",
    guide: "docs/netsuite.md leads through the steps in NetSuite.",
    checks: [
      "accounting: NetSuite",
      "accounting: role",
      "accounting: items",
      "accounting: terms",
      "accounting: tax",
      "accounting: certificate",
      "accounting: callback",
    ],
    questions: [
      patternQuestion(
        "NETSUITE_API_URL",
        "Such as https://1234567.suitetalk.api.netsuite.com: Company Information, Company URLs.",
        {
          form: /^https?:\/\/[^/?#]+(\/[\w-]+)*$/,
          wrong: "It is an address that begins with https:// and ends without a slash.",
        },
      ),
      patternQuestion("NETSUITE_CLIENT_ID", "The client id of the integration.", { form: /^\w{16,}$/ }),
      patternQuestion("NETSUITE_CERTIFICATE_ID", "The certificate id of the OAuth 2.0 client credentials.", {
        form: /^\S+$/,
      }),
      {
        name: "NETSUITE_PRIVATE_KEY",
        label: "The file of the certificate's private key, such as net-suite.pem.",
        goes: "file",
        read: (answer) => (existsSync(answer) ? readFileSync(answer, "utf8").trim() : ""),
        check: async (_target, value) => (isKey(value) ? undefined : "It is no file of a private key in PEM."),
      },
      patternQuestion("NETSUITE_CERTIFICATE_ENDS", "The day on which the certificate ends, such as 2028-11-30.", {
        form: /^\d{4}-\d{2}-\d{2}$/,
        wrong: "It is a day such as 2028-11-30.",
      }),
      patternQuestion("NETSUITE_TAX_ITEM", "The internal id of the item for sales tax.", { form: internalIdPattern }),
      patternQuestion("NETSUITE_SHIPPING_ITEM", "The internal id of the item for shipping.", {
        form: internalIdPattern,
      }),
      patternQuestion("NETSUITE_PAYMENT_ACCOUNT", "The internal id of the bank account for money at Stripe, or none.", {
        form: /^(\d{1,18}|none)$/,
      }),
      patternQuestion(
        "NETSUITE_TERMS",
        "The internal ids of terms by their days, such as 15:4,30:2; empty if nobody buys on account.",
        {
          form: /^(\d{1,3}:\d{1,18}(,(?=\d)|$))*$/,
          wrong: "It is days:id pairs with commas, such as 15:4,30:2.",
          may_be_empty: true,
        },
      ),
      patternQuestion(
        "NETSUITE_TAX_DETAILS_OVERRIDE",
        "true in an account with SuiteTax.",
        booleanAnswer("It is true or false."),
      ),
      patternQuestion(
        "NETSUITE_INVOICE_AFTER_FULFILMENT",
        "true if invoices wait until the order is fulfilled in NetSuite.",
        booleanAnswer("It is true or false."),
      ),
      patternQuestion("NETSUITE_CALLBACK_TOKEN", "The token of the script that posts changed customers.", {
        form: /^[!-~]{16,}$/,
        wrong: "It has 16 characters or more, without spaces.",
        is_secret: true,
        standard: () => randomBytes(32).toString("hex"),
      }),
    ],
  },
  {
    name: "carrier",
    title: "carrier labels",
    guide: "Read docs/deploy.md, Carrier, first: the carrier must validate your labels, which takes days.",
    checks: ["carrier: keys", "carrier: labels"],
    questions: [
      patternQuestion("FULEX_API_URL", "The address of the carrier's API.", {
        form: /^https?:\/\/[^/?#]+(\/[\w-]+)*$/,
        wrong: "It is an address that begins with https:// and ends without a slash.",
        standard: ({ name }) => (name === "production" ? "https://apis.fedex.com" : "https://apis-sandbox.fedex.com"),
      }),
      patternQuestion("FULEX_CLIENT_ID", "The API key of the project with Ship and Track.", { form: /^\S+$/ }),
      patternQuestion("FULEX_CLIENT_SECRET", "The secret key of the same project.", { form: /^\S+$/, is_secret: true }),
      patternQuestion("FULEX_ACCOUNT_NUMBER", "The number of your shipping account.", {
        form: /^\d{9}$/,
        wrong: "It has nine digits.",
      }),
      patternQuestion("FULEX_SHIPPER", "The sender: company; phone; street; city; state; postal code; US.", {
        form: /^([^;]*\S[^;]*;){6}\s*[A-Z]{2}\s*$/,
        wrong: "It has seven parts with semicolons between them; the last one is the country, such as US.",
      }),
      patternQuestion("FULEX_TRACKING_URL", "What stands before a tracking number in its link.", {
        form: /^https?:\/\/\S+$/,
        wrong: "It begins with https://.",
        standard: () => "https://www.fedex.com/fedextrack/?trknbr=",
      }),
    ],
  },
  {
    name: "texts",
    title: "text messages",
    guide: "They are sent by Twilio: https://console.twilio.com shows all three.",
    checks: ["text messages"],
    questions: [
      patternQuestion("SMS_ACCOUNT_SID", "The account's SID.", {
        form: /^AC[0-9a-f]{32}$/,
        wrong: "It is AC and 32 characters.",
      }),
      patternQuestion("SMS_AUTH_TOKEN", "The account's auth token.", { form: /^\S+$/, is_secret: true }),
      patternQuestion("SMS_FROM", "The number that sends, such as +15125550100, or a messaging service, MG...", {
        form: /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
        wrong: "It is a number with + and the country, or MG and 32 characters.",
      }),
    ],
  },
  {
    name: "software",
    title: "software imports from GitHub",
    guide: "ops/README.md, Imports of software, says what the token may do.",
    checks: ["builds: registry"],
    questions: [
      patternQuestion("BUILDS_TOKEN", "A fine-grained token with Contents: read.", { form: /^\S+$/, is_secret: true }),
      patternQuestion("BUILDS_OWNER", "The organization at GitHub whose releases are imported.", {
        form: /^[A-Za-z0-9-]+$/,
      }),
      patternQuestion("BUILDS_FLOWPOINT_REPOSITORY", "The repository of the desktop app.", {
        form: /^[\w.-]+$/,
        standard: () => "flowpoint",
      }),
    ],
  },
  {
    name: "alarms",
    title: "alarms in a chat",
    guide: "They go to a webhook of Slack, Discord or Mattermost, or to a workflow of Teams that sends webhook alerts.",
    checks: [],
    questions: [
      {
        name: "ALARM_URL",
        label: "The address of the webhook. It gets one message now.",
        is_secret: true,
        goes: "file",
        check: async ({ name }, value) => {
          if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return "It is an address that begins with https://.";
          try {
            await createAlarmGateway({ ALARM_URL: value }).raise(`Alarms of the shop (${name}) arrive here.`);
            return undefined;
          } catch (error) {
            return `The webhook did not take a message: ${error instanceof Error ? error.message : String(error)}.`;
          }
        },
      },
    ],
  },
];
