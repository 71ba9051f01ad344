import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { specifiedTypeNames, specifiedTypes } from "../../worker/contract/notification-types.ts";

const isBounded: Record<string, (schema: Record<string, unknown>) => boolean> = {
  string: (schema) =>
    "maxLength" in schema || "enum" in schema || schema["format"] === "uuid" || schema["pattern"] === "^\\d{4}$",
  integer: (schema) => "minimum" in schema && "maximum" in schema,
  number: (schema) => "minimum" in schema && "maximum" in schema,
  array: (schema) => "maxItems" in schema,
};

const findUnbounded = (schema: object, path: string): string[] => {
  const entries = Object.entries(schema);
  const type = entries.find(([key]) => key === "type")?.[1];
  const isTypeBounded = typeof type !== "string" || (isBounded[type]?.(Object.fromEntries(entries)) ?? true);
  const inner = entries.flatMap(([key, value]) =>
    typeof value === "object" && value ? findUnbounded(value, `${path}.${key}`) : [],
  );
  return isTypeBounded ? inner : [path, ...inner];
};

describe("the notification types", () => {
  test("are 29, among them the five that are named", () => {
    expect(specifiedTypeNames).toHaveLength(29);
    const named = ["welcome", "orderShipped", "invoiceForOrder", "subscriptionRenewalReminder", "userRoleAdded"];
    expect(specifiedTypeNames).toEqual(expect.arrayContaining(named));
  });

  test.each(specifiedTypeNames)("%s bounds every text, number and list of its payload", (type) => {
    expect(findUnbounded(z.toJSONSchema(specifiedTypes[type].payload), type)).toEqual([]);
  });

  test("that carry a secret link go by email alone", () => {
    for (const type of ["userSetup", "passwordReset", "emailChangeVerification"] as const) {
      expect(specifiedTypes[type].channels).toEqual(["email"]);
    }
  });
});
