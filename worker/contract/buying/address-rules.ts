import { atMost, named, type Rule, required } from "../rules.ts";

const isoCountry: Rule = {
  code: "invalid_string",
  message: "Country must be an ISO 3166 code of two letters.",
  test: (value) => value === "" || /^[a-z]{2}$/i.test(value),
};

/** Address rules (O-131), separate from `rules.ts` because few forms need them. */
export const addressRules = {
  recipient: [atMost(128, "Recipient must be at most 128 characters.")],
  company: [atMost(128, "Company must be at most 128 characters.")],
  line1: named("Address line 1", 256),
  line2: [atMost(256, "Address line 2 must be at most 256 characters.")],
  city: named("City", 128),
  state: [atMost(64, "State or region must be at most 64 characters.")],
  postal_code: named("Postal code", 32),
  country: [required("Country is required."), isoCountry],
} satisfies Record<string, Rule[]>;
