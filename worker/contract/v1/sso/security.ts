import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { creationOptions, passkey, passkeyName, registrationResponse } from "../../entities/passkey.ts";
import { describe, freeText, instant, uuid } from "../../fields.ts";

const tag = "Single sign-on";
const ownCallDefaults = { access: "session", not_impersonated: true, tag } as const;
const params = z.object({ id: uuid() });
const backupCodes = () => describe(z.array(z.string()), "Ten codes, shown this once; each works once");

export const getSecurity = endpoint({
  ...ownCallDefaults,
  method: "GET",
  path: "/v1/sso/user/security",
  status: 200,
  reply: reply({
    passkeys: describe(z.array(passkey), "Your passkeys, the oldest one first"),
    totp: describe(
      z.object({
        is_enabled: describe(z.boolean(), "Whether its codes are asked for"),
        created_at: z.nullable(instant("When it was turned on, ISO 8601 in UTC; null: it is off")),
      }),
      "Your authenticator app",
    ),
    backup_codes_left: describe(z.int(), "Number of backup codes that are not used"),
    is_second_factor_required: describe(
      z.boolean(),
      "Whether a password alone is not enough: you have a second factor, or a rule asks for one",
    ),
  }),
  errors: [],
  summary: "Read your passkeys and second factors",
});

export const requestPasskey = endpoint({
  ...ownCallDefaults,
  method: "POST",
  path: "/v1/sso/user/passkeys/options",
  status: 200,
  reply: reply({ options: creationOptions }),
  errors: ["PASSKEY_LIMIT"],
  summary: "Ask for the options of a new passkey",
  description:
    "The options for navigator.credentials.create() in their JSON form. They work once, for 5 minutes, in this browser.",
});

export const createPasskey = endpoint({
  ...ownCallDefaults,
  method: "POST",
  path: "/v1/sso/user/passkeys",
  body: z.object({
    name: passkeyName(),
    response: describe(registrationResponse(), "Result of navigator.credentials.create() in its JSON form"),
  }),
  status: 201,
  reply: reply(passkey.shape),
  errors: ["CHALLENGE_ENDED", "PASSKEY_REFUSED", "PASSKEY_EXISTS", "PASSKEY_LIMIT"],
  summary: "Add a passkey",
  description:
    "At most 10 for each user. From then on a password alone answers SECOND_FACTOR_REQUIRED. The first factor ends all other sessions.",
});

export const updatePasskey = endpoint({
  ...ownCallDefaults,
  method: "PUT",
  path: "/v1/sso/user/passkeys/{id}",
  params,
  body: z.object({ name: passkeyName() }),
  status: 200,
  reply: reply(passkey.shape),
  errors: ["PASSKEY_NOT_FOUND"],
  summary: "Rename a passkey",
});

export const deletePasskey = endpoint({
  ...ownCallDefaults,
  method: "DELETE",
  path: "/v1/sso/user/passkeys/{id}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["PASSKEY_NOT_FOUND", "SECOND_FACTOR_REQUIRED_BY_ORGANIZATION"],
  summary: "Remove a passkey",
  description: "With the last factor, backup codes and trusted browsers go as well.",
});

export const createTotp = endpoint({
  ...ownCallDefaults,
  method: "POST",
  path: "/v1/sso/user/totp",
  status: 201,
  reply: reply({
    secret: describe(z.string(), "Base32, to type into the app"),
    uri: describe(z.string(), "otpauth: address, to show as a QR code"),
  }),
  errors: ["TOTP_ENABLED"],
  summary: "Start setting up an authenticator app",
  description: "Codes of 6 digits by RFC 6238. The app counts once one of its codes was confirmed.",
});

export const enableTotp = endpoint({
  ...ownCallDefaults,
  method: "PUT",
  path: "/v1/sso/user/totp",
  body: z.object({ code: freeText(32, "Six digits from the authenticator app") }),
  status: 200,
  reply: reply({ backup_codes: backupCodes() }),
  errors: ["TOTP_ENABLED", "TOTP_NOT_STARTED", "INVALID_VERIFICATION_CODE"],
  summary: "Turn the authenticator app on",
  description:
    "From then on a password alone answers SECOND_FACTOR_REQUIRED. The first factor ends all other sessions.",
});

export const deleteTotp = endpoint({
  ...ownCallDefaults,
  method: "DELETE",
  path: "/v1/sso/user/totp",
  status: 200,
  reply: emptyReply,
  errors: ["SECOND_FACTOR_REQUIRED_BY_ORGANIZATION"],
  summary: "Turn the authenticator app off",
  description: "With the last factor, backup codes and trusted browsers go as well. Safe to repeat.",
});

export const createBackupCodes = endpoint({
  ...ownCallDefaults,
  method: "POST",
  path: "/v1/sso/user/backup-codes",
  status: 201,
  reply: reply({ backup_codes: backupCodes() }),
  errors: ["SECOND_FACTOR_MISSING"],
  summary: "Make new backup codes",
  description: "All earlier codes stop working.",
});
