/**
 * Field rules in specified order, shared by forms and server (O-041, O-044, O-046 to O-048). `server_message` is set
 * where the server's wording differs. No dependencies, because browsers load this file (ADR-032).
 */
export type RuleCode = "too_small" | "too_big" | "invalid_string" | "custom";
export type Rule = { code: RuleCode; message: string; server_message?: string; test: (value: string) => boolean };

const emailPattern = /^[^\s@"<>()[\],;:\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
// Invisible characters would allow two accounts with visually equal addresses.
const forbiddenInEmailPattern = /^\.|\.\.|\.@|[\p{Cc}\p{Cf}]/u;

/** Code points, as the specification and zod count, not UTF-16 units. */
const countCharacters = (text: string): number => [...text].length;

export const required = (message: string): Rule => ({ code: "too_small", message, test: (value) => value !== "" });
export const atMost = (max: number, message: string): Rule => ({
  code: "too_big",
  message,
  test: (value) => countCharacters(value) <= max,
});
export const requiredText = (name: string, max: number) => [
  required(`${name} is required.`),
  atMost(max, `${name} must be at most ${max} characters.`),
];
/**
 * Zero-width and directional characters, which make equal-looking texts differ (UTS 39). Some scripts need joiners
 * between their letters; Latin, Greek, Cyrillic and Han do not.
 */
const invisiblePattern = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800]/u;
const joinerPattern =
  /(?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])[\u200c\u200d](?=\p{L})/gu;

export const visible = (name: string): Rule => ({
  code: "invalid_string",
  message: `${name} must not contain invisible characters.`,
  test: (value) => !invisiblePattern.test(value.replace(joinerPattern, "")),
});
export const visibleText = (name: string, max: number) => [...requiredText(name, max), visible(name)];

const validEmail: Rule = {
  code: "invalid_string",
  message: "Invalid Email Address.",
  test: (value) => emailPattern.test(value) && !forbiddenInEmailPattern.test(value),
};
/** New addresses only: full-width letters and ligatures would make other accounts with equal-looking addresses. */
const normalEmail: Rule = { ...validEmail, test: (value) => value.normalize("NFKC") === value };
const validOrganizationEmail: Rule = { ...validEmail, message: "Invalid email address." };
const requireCharacter = (pattern: RegExp, description: string, served: string): Rule => ({
  code: "invalid_string",
  message: `Password must have at least 1 ${description}.`,
  server_message: `Password must contain at least one ${served}`,
  test: (value) => pattern.test(value),
});

const loginPassword = requiredText("Password", 64);

export const rules = {
  email: [...requiredText("Email Address", 64), validEmail, normalEmail],
  username: [...requiredText("Email Address", 64), validEmail],
  login_password: loginPassword,
  password: [
    required("Password is required."),
    {
      code: "too_small",
      message: "Password must be at least 8 characters.",
      test: (value) => countCharacters(value) >= 8,
    },
    atMost(64, "Password must be at most 64 characters."),
    requireCharacter(/\d/, "number", "digit"),
    requireCharacter(/\p{L}/u, "letter", "letter"),
    requireCharacter(/[!@#$%^&*]/, "special character", "special character"),
  ],
  password_confirmation: [required("Password confirmation is required.")],
  first_name: visibleText("First name", 32),
  last_name: visibleText("Last name", 32),
  org_name: visibleText("Organization", 64),
  organization_email: [validOrganizationEmail, atMost(254, "Email address must be at most 254 characters.")],
  phone: [atMost(16, "Phone Number must be at most 16 characters.")],
  serial: [
    atMost(32, "CGX Serial number must be at most 32 characters."),
    {
      code: "invalid_string",
      message: "There is no device with this serial number.",
      test: (value) => /^[a-z0-9-]*$/i.test(value),
    },
  ],
} satisfies Record<string, Rule[]>;

/** Tests the trimmed value (O-044). */
export const findBrokenRule = (list: readonly Rule[], value: string): string | undefined =>
  list.find((rule) => !rule.test(value.trim()))?.message;
