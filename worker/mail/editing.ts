import type { MailText } from "../contract/entities/mail-template.ts";
import { definitionOf, isNotificationType } from "../contract/notification-types.ts";
import { staffMailTypes } from "../contract/staff-mail-types.ts";
import { createExamples } from "./examples.ts";
import { type FieldName, fieldDescriptions } from "./field-names.ts";
import { fieldPattern, fillLine, partPattern, type Template, type FieldValue, buildFieldValues } from "./template.ts";
import { templateId, templateTypes, type TemplateType, variantsOf } from "./templates.ts";

export type EditableTemplate = {
  id: string;
  type: TemplateType;
  name: string;
  group: string;
  original: MailText;
  has_action: boolean;
  fields: { name: FieldName; description: string; example: string; is_required: boolean }[];
  /** Fills the line with the example's values. */
  print(line: string): string;
};

const kindGroups = {
  account: "Accounts",
  order: "Orders",
  payment: "Payments",
  reminder: "Reminders and news",
  news: "Reminders and news",
  "must-read": "Reminders and news",
} as const;

const isForStaff = (type: TemplateType): boolean =>
  Object.hasOwn(staffMailTypes, type) ||
  type.startsWith("refundApproval") ||
  type === "refundInstructions" ||
  type === "quoteForShop";

function groupForType(type: TemplateType) {
  if (isNotificationType(type)) return kindGroups[definitionOf(type).kind];
  if (type === "roleWish") return "Accounts";
  if (type === "quoteForCustomer") return "Orders";
  return isForStaff(type) ? "Administrators" : "Security";
}

const toMailText = ({ action = "", footnote = "", ...text }: Template<object>["text"]): MailText => ({
  ...text,
  action,
  footnote,
});

/** The payload makes the type choose `template`. */
const examplePayload = (type: TemplateType, template: Template<object>, site: ExampleSite): object => ({
  ...createExamples(site)[type],
  ...template.example,
});

export type ExampleSite = { link: string; support_email: string };
const exampleSite = { link: "https://example.com", support_email: "support@example.com" };

const printValue = (value: FieldValue): string => {
  if (value === undefined || typeof value === "string") return value ?? "";
  return "mail" in value ? value.mail : value.join(" ");
};

function toEditable(
  type: TemplateType,
  variant: string,
  template: Template<object>,
  site: ExampleSite,
): EditableTemplate {
  const values = buildFieldValues(template, examplePayload(type, template, site));
  return {
    id: templateId(type, variant),
    type,
    name: template.name,
    group: groupForType(type),
    original: toMailText(template.text),
    has_action: template.text.action !== undefined,
    // as: Object.entries forgets which keys the object has.
    fields: (Object.entries(values) as [FieldName, FieldValue][]).map(([name, value]) => ({
      name,
      description: fieldDescriptions[name],
      example: printValue(value),
      is_required: template.required?.includes(name) ?? false,
    })),
    print: (line) => fillLine(line, values),
  };
}

const groups: readonly string[] = [
  "Accounts",
  "Orders",
  "Payments",
  "Reminders and news",
  "Security",
  "Administrators",
] satisfies ReturnType<typeof groupForType>[];

/** The templates in the order of `groups`. */
export const listTemplates = (site: ExampleSite = exampleSite): EditableTemplate[] =>
  templateTypes
    .flatMap((type) =>
      Object.entries(variantsOf(type).variants).map(([variant, template]) => toEditable(type, variant, template, site)),
    )
    .toSorted((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));

export function examplePayloadFor({ id, type }: Pick<EditableTemplate, "id" | "type">, site: ExampleSite): object {
  const [, variant = ""] = id.split(".");
  const template = variantsOf(type).variants[variant];
  return template ? examplePayload(type, template, site) : {};
}

type Problem = { field: keyof MailText; message: string };

export function findProblems(template: EditableTemplate, text: MailText): Problem[] {
  const problems = (Object.keys(text) as (keyof MailText)[]).flatMap((field) =>
    findSyntaxProblems(template, text[field]).map((message) => ({ field, message })),
  );
  for (const field of ["subject", "title"] as const)
    if (fillLine(text[field], {}) === "")
      problems.push({ field, message: "Write some words beside the fields, because a field may be empty." });
  const printedFields = [...text.body.matchAll(fieldPattern)].flatMap(([, name, question]) => (question ? [] : [name]));
  for (const { name, is_required } of template.fields)
    if (is_required && !printedFields.includes(name))
      problems.push({ field: "body", message: `Keep {{${name}}}: the mail is sent to say it.` });
  if (template.has_action && fillLine(text.action, {}) === "")
    problems.push({ field: "action", message: "The button needs a label." });
  if (!template.has_action && text.action !== "")
    problems.push({ field: "action", message: "This mail has no button, so it has no label either." });
  return problems;
}

function findSyntaxProblems({ fields }: EditableTemplate, source: string): string[] {
  const names = fields.map(({ name }) => name);
  const unknownFields = [...source.matchAll(fieldPattern)]
    .map(([, name = ""]) => name)
    .filter((name) => !isOneOf(names, name));
  const [first] = unknownFields;
  if (first !== undefined)
    return [`This mail has no field {{${first}}}. It has ${names.map((name) => `{{${name}}}`).join(", ")}.`];
  const withoutFields = source.replace(fieldPattern, "");
  if (/\{\{|\}\}/.test(withoutFields))
    return ["A field is written as its name in two pairs of braces, such as {{name}}."];
  const withoutParts = source
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.replace(partPattern, ""))
    .join("\n\n");
  if (/\[\[|\]\]/.test(withoutParts))
    return ["Close each part in double brackets, [[ and ]], in its own paragraph, and put none into another."];
  if (/\]\(\S*\{\{/.test(source)) return ["The address of a link cannot contain a field."];
  return [];
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);
