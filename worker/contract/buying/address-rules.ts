import { atMost, type Rule, required, visibleText, visible } from "../rules.ts";

const isoCountry: Rule = {
  code: "invalid_string",
  message: "Country must be an ISO 3166 code of two letters.",
  test: (value) => value === "" || /^[a-z]{2}$/i.test(value),
};

/** Separate from `rules.ts`, because few forms need address rules (O-131). */
export const addressRules = {
  recipient: [atMost(128, "Recipient must be at most 128 characters."), visible("Recipient")],
  company: [atMost(128, "Company must be at most 128 characters."), visible("Company")],
  line1: visibleText("Address line 1", 256),
  line2: [atMost(256, "Address line 2 must be at most 256 characters."), visible("Address line 2")],
  city: visibleText("City", 128),
  state: [atMost(64, "State or region must be at most 64 characters."), visible("State or region")],
  postal_code: visibleText("Postal code", 32),
  country: [required("Country is required."), isoCountry],
} satisfies Record<string, Rule[]>;
