import * as z from "zod/mini";
import { done, endpoint, reply } from "../../endpoint.ts";
import { phoneShape, textableType } from "../../people/phone-shape.ts";
import { described, freeText } from "../../fields.ts";
import { textableTypes } from "../../notification-types.ts";

const own = { access: "session", tag: "Single sign-on", status: 200, not_impersonated: true } as const;
const code = () =>
  described(
    z.string().check(
      z.trim(),
      z.overwrite((text) => text.replace(/\s/g, "")),
      z.regex(/^\d{6}$/, "The code must be the six digits of the text message."),
    ),
    "The six digits of the text message",
  );

export const getPhone = endpoint({
  ...own,
  method: "GET",
  path: "/v1/sso/user/phone",
  reply: reply(phoneShape),
  errors: [],
  summary: "Read at which number the own text messages arrive, and which",
});

export const requestPhoneCode = endpoint({
  ...own,
  method: "POST",
  path: "/v1/sso/user/phone",
  body: z.object({ number: freeText(32, "Phone number in any spelling; without a country code one of the US") }),
  reply: reply(phoneShape),
  errors: ["PHONE_OPTED_OUT", "PHONE_NUMBER_REFUSED", "NOTIFICATION_ERROR"],
  summary: "Send a code to a number, to get text messages there",
  description:
    "The code has six digits, lives 10 minutes and ends with five wrong tries. The number until then stays until the new one is confirmed. At most 3 codes an hour for a person, and budgets for numbers, organizations and other countries.",
});

export const confirmPhone = endpoint({
  ...own,
  method: "PUT",
  path: "/v1/sso/user/phone",
  body: z.object({ code: code() }),
  reply: reply(phoneShape),
  errors: ["INVALID_VERIFICATION_CODE"],
  summary: "Confirm the number by the code that was sent there",
});

export const removePhone = endpoint({
  ...own,
  method: "DELETE",
  path: "/v1/sso/user/phone",
  reply: done,
  errors: [],
  summary: "Stop text messages and forget the number",
});

export const chooseTextTypes = endpoint({
  ...own,
  method: "PUT",
  path: "/v1/sso/user/phone/types",
  body: z.object({
    types: described(
      z.array(textableType).check(z.maxLength(textableTypes.length)),
      "All that go by text message, too; none for an empty list",
    ),
  }),
  reply: reply(phoneShape),
  errors: ["PHONE_NOT_VERIFIED"],
  summary: "Choose which notifications come as text messages, too",
  description:
    "Messages that carry a link that opens an account go by e-mail alone. Who turned reminders and news off gets none of those as text messages.",
});
