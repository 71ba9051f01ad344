import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { phoneShape, textableType } from "../../people/phone-shape.ts";
import { describe, freeText } from "../../fields.ts";
import { textableTypes } from "../../notification-types.ts";

const callDefaults = { access: "session", tag: "Single sign-on", status: 200, not_impersonated: true } as const;
const code = () =>
  describe(
    z.string().check(
      z.trim(),
      // NFKC, because East Asian input methods type full-width digits
      z.overwrite((text) => text.normalize("NFKC").replace(/\s/g, "")),
      z.regex(/^\d{6}$/, "The code must be the six digits of the text message."),
    ),
    "The six digits of the text message",
  );

export const getPhone = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/sso/user/phone",
  reply: reply(phoneShape),
  errors: [],
  summary: "Read your text message settings",
});

export const requestPhoneCode = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/sso/user/phone",
  body: z.object({ number: freeText(32, "Phone number in any format; US if it has no country code") }),
  reply: reply(phoneShape),
  errors: ["PHONE_OPTED_OUT", "PHONE_NUMBER_REFUSED", "NOTIFICATION_ERROR"],
  summary: "Send a verification code to a phone number",
  description:
    "The code has six digits, expires after 10 minutes and is void after five wrong attempts. The current number stays until the new one is confirmed. At most 3 codes per user and hour, with further limits per number, organization and country.",
});

export const confirmPhone = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/sso/user/phone",
  body: z.object({ code: code() }),
  reply: reply(phoneShape),
  errors: ["INVALID_VERIFICATION_CODE"],
  summary: "Confirm a phone number with the code",
});

export const removePhone = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/sso/user/phone",
  reply: emptyReply,
  errors: [],
  summary: "Stop text messages and delete the number",
});

export const chooseTextTypes = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/sso/user/phone/types",
  body: z.object({
    types: describe(
      z.array(textableType).check(z.maxLength(textableTypes.length)),
      "Complete list of types also sent as text messages; empty: none",
    ),
  }),
  reply: reply(phoneShape),
  errors: ["PHONE_NOT_VERIFIED"],
  summary: "Choose notifications to also receive as text messages",
  description:
    "Messages with a sign-in link are sent only by email. Users who turned reminders and news off receive none of those as text messages.",
});
