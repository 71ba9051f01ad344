/** The specification's messages of each field, copied by hand, so that tests do not compare the product with itself. */
export type FieldCase = readonly [what: string, value: unknown, messages: readonly string[]];

const emailOfLength = (length: number): string => `${"a".repeat(length - 13)}@example.test`;
export const longestEmail = emailOfLength(64);

export const emailCases: FieldCase[] = [
  ["missing", undefined, ["Email Address is required."]],
  ["null", null, ["Email Address is required."]],
  ["blank", "   ", ["Email Address is required.", "Invalid Email Address."]],
  ["of 65 characters", emailOfLength(65), ["Email Address must be at most 64 characters."]],
  ["without @", "nobody.example.test", ["Invalid Email Address."]],
  ["without a domain", "nobody@", ["Invalid Email Address."]],
  ["with a blank inside", "no body@example.test", ["Invalid Email Address."]],
  ["two addresses", "a@example.test,b@example.test", ["Invalid Email Address."]],
  ["with a dot before the @", "nobody.@example.test", ["Invalid Email Address."]],
  ["with a control character", "no\u0001body@example.test", ["Invalid Email Address."]],
  ["with an invisible character", "no\u200bbody@example.test", ["Invalid Email Address."]],
  ["with a line break", "a@example.test\nbcc: b@example.test", ["Invalid Email Address."]],
];

export const firstNameCases: FieldCase[] = [
  ["missing", undefined, ["First name is required."]],
  ["blank", " ", ["First name is required."]],
  ["of 33 characters", "n".repeat(33), ["First name must be at most 32 characters."]],
];

export const lastNameCases: FieldCase[] = [
  ["missing", undefined, ["Last name is required."]],
  ["blank", " ", ["Last name is required."]],
  ["of 33 characters", "n".repeat(33), ["Last name must be at most 32 characters."]],
];

export const orgNameCases: FieldCase[] = [
  ["missing", undefined, ["Organization is required."]],
  ["blank", " ", ["Organization is required."]],
  ["of 65 characters", "n".repeat(65), ["Organization must be at most 64 characters."]],
];

export const phoneCases: FieldCase[] = [
  ["of 17 characters", "1".repeat(17), ["Phone Number must be at most 16 characters."]],
];

export const orgIdCases: FieldCase[] = [
  ["missing", undefined, ["Organization is required."]],
  ["not a uuid", "acme", ["Invalid Organization Id."]],
];

export const rolesCases: FieldCase[] = [
  ["missing", undefined, ["At least 1 user role must be provided."]],
  ["empty", [], ["At least 1 user role must be provided."]],
  ["without admin and user", ["org", "buyer"], ['Either "admin" or "user" role must be selected.']],
];

/** O-046, O-047: a malformed serial number gets the message of an unknown one. */
export const serialCases: FieldCase[] = [
  ["of 37 characters", "A".repeat(37), ["CGX Serial number must be at most 32 characters."]],
  ["malformed", "CGX 100 / 42", ["There is no device with this serial number."]],
];

/** O-042, O-044: the server lists every broken rule in its own messages. */
export const newPasswordCases: FieldCase[] = [
  ["missing", undefined, ["Password is required."]],
  ["too short", "Abc1!", ["Password must be at least 8 characters."]],
  ["too long", `${"a".repeat(63)}1!`, ["Password must be at most 64 characters."]],
  ["without a digit", "Abcdefgh!", ["Password must contain at least one digit"]],
  ["without a letter", "12345678!", ["Password must contain at least one letter"]],
  ["without a special character", "Abcdefgh1", ["Password must contain at least one special character"]],
  ["with a hyphen for a special character", "Abcdefg1-", ["Password must contain at least one special character"]],
  [
    "blank",
    "    ",
    [
      "Password is required.",
      "Password must be at least 8 characters.",
      "Password must contain at least one digit",
      "Password must contain at least one letter",
      "Password must contain at least one special character",
    ],
  ],
  [
    "of blanks around too little",
    "   !   ",
    [
      "Password must be at least 8 characters.",
      "Password must contain at least one digit",
      "Password must contain at least one letter",
    ],
  ],
];

export const loginPasswordCases: FieldCase[] = [
  ["missing", undefined, ["Password is required."]],
  ["blank", "   ", ["Password is required."]],
  ["of 65 characters", "p".repeat(65), ["Password must be at most 64 characters."]],
];

/** Formats the messages of a refused field as `Answer.problems` does. */
export const formatProblems = (field: string, messages: readonly string[]): string[] =>
  messages.map((message) => `${field}: ${message}`);
