import * as z from "zod/mini";
import { roles } from "../../db/enums.ts";
import { isInCalendar, toInstantText } from "./instants.ts";
import { must } from "./issue-messages.ts";
import { type Rule, rules } from "./rules.ts";
import { areRolesSufficient } from "./people/permissions.ts";

/** Shares equal schemas, because an isolate creates hundreds of ids and instants before its first reply. */
export const memoize = <A extends unknown[], S>(make: (...args: A) => S): ((...args: A) => S) => {
  const schemas = new Map<string, S>();
  return (...args) => {
    const key = JSON.stringify(args);
    const schema = schemas.get(key) ?? make(...args);
    schemas.set(key, schema);
    return schema;
  };
};

/** One issue for each broken rule (O-044); `params.code` is the code on the wire (O-056). */
const applyRules = (list: readonly Rule[]) =>
  z.check<string>((payload) => {
    for (const rule of list.filter((each) => !each.test(payload.value))) {
      const message = rule.server_message ?? rule.message;
      payload.issues.push({
        code: "custom",
        input: payload.value,
        message,
        params: { code: rule.code },
        continue: true,
      });
    }
  });

/** A missing value gets the first rule's message, too. */
export const text = (list: readonly Rule[], description: string, max: number) => {
  const schema = z.string(list[0]?.message).check(z.trim(), applyRules(list));
  z.globalRegistry.add(schema, { description, maxLength: max });
  return schema;
};

/** Collapses all kinds of blanks before the rules are tested. */
const tidyText = (form: "NFC" | "NFKC", list: readonly Rule[], description: string, max: number) => {
  const tidy = z.overwrite<string>((value) =>
    value
      .normalize(form)
      .replace(/\p{Zs}+/gu, " ")
      .trim(),
  );
  const schema = z.string(list[0]?.message).check(z.trim(), tidy, applyRules(list));
  z.globalRegistry.add(schema, { description, maxLength: max });
  return schema;
};

/**
 * NFKC replaces variants, such as full-width letters and ligatures, so that equal names become equal texts (UAX 15).
 */
export const nameText = (list: readonly Rule[], description: string, max: number) =>
  tidyText("NFKC", list, description, max);

/** NFC, because NFKC would turn “12½” into another number. */
export const addressLine = (list: readonly Rule[], description: string, max: number) =>
  tidyText("NFC", list, description, max);

export const freeText = memoize((max: number, description: string) => {
  const schema = z.string().check(z.trim(), z.maxLength(max));
  z.globalRegistry.add(schema, { description, maxLength: max });
  return schema;
});

export const opaqueText = (max: number, description: string) => {
  const schema = z.string().check(z.maxLength(max));
  z.globalRegistry.add(schema, { description, maxLength: max });
  return schema;
};

const lowerCase = (schema: ReturnType<typeof text>) => schema.check(z.toLowerCase());

export const email = () => lowerCase(text(rules.email, "Email address; compared without case", 64));
export const username = () => lowerCase(text(rules.username, "Email address of the user", 64));
export const firstName = () => nameText(rules.first_name, "First name", 32);
export const lastName = () => nameText(rules.last_name, "Last name", 32);
export const phone = () => z.nullish(text(rules.phone, "Phone number as entered; null: none", 16));
export const serial = () => text(rules.serial, "Serial number printed on the device", 32);
export const newPassword = () =>
  text(rules.password, "8 to 64 characters with a digit, a letter and one of !@#$%^&*", 64);
export const loginPassword = () => text(rules.login_password, "Password", 64);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => uuidPattern.test(value);

export const uuid = memoize((message: string = "Invalid uuid.", missing: string = message) => {
  const schema = z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : message) })
    .check(z.regex(uuidPattern, message), z.toLowerCase());
  z.globalRegistry.add(schema, { format: "uuid" });
  return schema;
});
/** Identifies one rendering of a form, so that a repeated submit acts once. */
export const idempotencyKey = () => uuid("This form is incomplete. Reload the page.");
export const orgId = () => uuid("Invalid Organization Id.", "Organization is required.");

/** Duplicates are removed. */
export const grantedRoles = () =>
  z.array(z.enum(roles), { error: "At least 1 user role must be provided." }).check(
    z.overwrite((list) => [...new Set(list)]),
    z.minLength(1, "At least 1 user role must be provided."),
    z.refine((list) => list.length === 0 || areRolesSufficient(list), {
      error: 'Either "admin" or "user" role must be selected.',
    }),
  );

export const instant = memoize((description: string = "Instant, ISO 8601 in UTC") => {
  const schema = z.string();
  z.globalRegistry.add(schema, { description, format: "date-time" });
  return schema;
});

export const startsAt = () => {
  const error = "An instant in ISO 8601 with its zone, such as 2027-01-01T00:00:00Z.";
  const schema = z.iso
    .datetime({ offset: true, error, abort: true })
    .check(z.refine((value) => toInstantText(value) !== undefined, { error }));
  z.globalRegistry.add(schema, { description: "Start time, in the future, ISO 8601 in UTC", format: "date-time" });
  return schema;
};

/** The `updated_at` that the caller read; any other version is refused as OBJECT_OUTDATED. */
export const versionField = () => {
  const schema = z.string({ error: must("be the instant that was read, such as 2026-11-23T10:00:00.000Z") }).check(
    z.refine((value) => toInstantText(value) !== undefined, { abort: true }),
    z.overwrite((value) => toInstantText(value) ?? value),
  );
  const description =
    "The updated_at that was read, with any UTC offset; if it no longer matches, nothing is changed. If omitted, the change is made unconditionally";
  z.globalRegistry.add(schema, { description, format: "date-time" });
  return z.optional(schema);
};

export const flag = () =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === "true" ? true : value === "false" ? false : value)),
      z.boolean(),
    ),
  );

/**
 * A filter that is `true` or omitted. `false` is refused: no page lists the other rows, and partial indexes lack them.
 */
export const onlyTrue = () =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === "true" ? true : value)),
      z.literal(true),
    ),
  );

/** YYYY-MM-DD without the year 0000, which Postgres lacks. */
export const calendarDay = () =>
  z.iso.date({ abort: true }).check(z.refine(isInCalendar, { error: must("be a date such as 2026-11-23") }));

export const day = (what: string) => z.optional(describe(calendarDay(), what));

/** The name of software in a URL (O-058). */
export const softwareName = () =>
  describe(
    z
      .string()
      .check(
        z.maxLength(64),
        z.regex(/^[A-Za-z0-9_-]+$/, { error: must("be letters, digits, underscores and hyphens") }),
      ),
    "Letters, digits, underscore, hyphen",
  );

/**
 * Name of a GitHub repository without its owner
 * (https://docs.github.com/en/rest/repos/repos#create-an-organization-repository).
 */
export const repositoryName = () =>
  describe(
    z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/i,
          "Repository is a name of at most 100 letters, digits, dots, hyphens and underscores, without its owner.",
        ),
      ),
    "Repository whose releases are imported, without its owner; null: none",
  );

/**
 * Adds a description for the documentation. A schema that is already registered is cloned first, because other fields
 * may share it.
 */
export const describe = <S extends z.ZodMiniType>(schema: S, description: string): S => {
  const own = z.globalRegistry.has(schema) ? schema.clone() : schema;
  z.globalRegistry.add(own, { description });
  return own;
};
