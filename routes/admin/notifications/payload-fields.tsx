import * as z from "zod/mini";
import { Field } from "../../../islands/ui/field.tsx";
import { CheckboxList } from "../../../islands/ui/fields/checkbox-list.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { isWritten, type SendableType, sendableTypes } from "../../../worker/contract/notification-types.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { humanize } from "../../../worker/ui/lists/query-fields.ts";

/** The server fills these fields in, so the form omits them. */
const generatedFields = ["user_email", "first_name", "last_name", "support_email", "unsubscribe_url"];

export function payloadSchema(type: SendableType): z.ZodMiniObject {
  const { payload }: { payload: z.ZodMiniObject } = sendableTypes[type];
  const { shape } = payload.def;
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => !generatedFields.includes(name))));
}

type Property = {
  type?: string;
  enum?: string[];
  format?: string;
  maxLength?: number;
  properties?: Record<string, Property>;
  required?: string[];
  items?: Property;
  anyOf?: Property[];
};
type FormField = { name: string; label: string; is_required: boolean; property: Property };

const labels: Record<string, string> = {
  org: "Organization",
  "org.name": "Organization’s name",
  "product.name": "Product’s name",
  url: "Where its button leads",
  po_number: "Purchase order number",
  subject: "Subject",
  message: "Message",
  code: "Recipient’s code",
  reason: "What it is about",
};

/** The label of a nested field begins with its parent's. */
function buildFields(
  { properties = {}, required = [] }: Property,
  parentPath: readonly string[] = [],
  isNeeded = true,
): FormField[] {
  return Object.entries(properties).flatMap(([propertyName, definition]) => {
    const property = definition.anyOf?.find((each) => each.type !== "null") ?? definition;
    const path = [...parentPath, propertyName];
    const is_required = isNeeded && required.includes(propertyName);
    if (property.type === "object") return buildFields(property, path, is_required);
    // ids cannot be typed, and arrays of objects need the API
    if (property.format === "uuid" || (property.type === "array" && !property.items?.enum)) return [];
    const name = path.join(".");
    return [{ name, label: labels[name] ?? humanize(name.replaceAll(".", " ")), is_required, property }];
  });
}

const fieldsByType = new Map<SendableType, FormField[]>();

function fieldsFor(type: SendableType): FormField[] {
  const cached = fieldsByType.get(type);
  if (cached) return cached;
  const schema = z.toJSONSchema(payloadSchema(type), { io: "input", unrepresentable: "any" }) as Property;
  const fields = buildFields(schema).toSorted((one, other) => Number(other.is_required) - Number(one.is_required));
  fieldsByType.set(type, fields);
  return fields;
}

export const payloadLabels = (type: SendableType): Record<string, string> =>
  Object.fromEntries(fieldsFor(type).map(({ name, label }) => [`payload.${name}`, label]));

type Fields = ReturnType<typeof buildFieldProps>;

export function PayloadFields({ type, fields }: { type: SendableType; fields: Fields }) {
  const isFolded = ({ name, is_required }: FormField) => !is_required && name.includes(".");
  const renderField = (each: FormField) => (
    <PayloadField key={each.name} formField={each} type={type} fields={fields} />
  );
  const allFields = fieldsFor(type);
  const foldedFields = allFields.filter(isFolded);
  const isUsed = foldedFields.some(({ name }) => {
    const { defaultValue, error } = fields.field(`payload.${name}`);
    return defaultValue !== "" || error !== undefined;
  });
  return (
    <>
      {allFields.filter((each) => !isFolded(each)).map(renderField)}
      {foldedFields.length > 0 && (
        <details open={isUsed}>
          <summary>More fields</summary>
          {foldedFields.map(renderField)}
        </details>
      )}
    </>
  );
}

type PayloadFieldProps = { formField: FormField; type: SendableType; fields: Fields };

function PayloadField({
  formField: { name, label, is_required, property },
  type,
  fields: { field, list, flag },
}: PayloadFieldProps) {
  const path = `payload.${name}`;
  const sharedProps = { label, is_optional: !is_required };
  const isTextField = property.type === "string";
  if (property.type === "array")
    return (
      <CheckboxList
        {...list(path)}
        {...sharedProps}
        options={(property.items?.enum ?? []).map((each) => [each, humanize(each)])}
      />
    );
  if (property.type === "boolean")
    return (
      <label className="check">
        <input type="checkbox" value="true" {...flag(path)} />
        {label}
      </label>
    );
  if (property.enum)
    return (
      <SelectField
        {...field(path)}
        {...sharedProps}
        options={[
          ["", is_required ? "Choose one" : "Not said"],
          ...property.enum.map((each) => [each, humanize(each)] as const),
        ]}
      />
    );
  if (isTextField && (property.maxLength ?? 0) >= 4000)
    return (
      <TextAreaField
        {...field(path)}
        {...sharedProps}
        rows={8}
        maxLength={property.maxLength}
        hint={
          isWritten(type)
            ? "Markdown: a blank line between paragraphs, - for lists, **strong**, [text](https://…). HTML is shown as text."
            : "Plain text, added after the standard text."
        }
      />
    );
  return (
    <Field
      {...field(path)}
      {...sharedProps}
      maxLength={property.maxLength}
      {...(!isTextField && { inputMode: "numeric" as const })}
      {...hintFor(name, property)}
    />
  );
}

function hintFor(name: string, { type, format }: Property): { hint?: string } {
  if (format === "date-time") return { hint: "Date and time in UTC, such as 2026-12-01T09:00:00Z" };
  if (type === "integer" && /amount|price|total|tax$|unpaid/.test(name)) return { hint: "In US cents" };
  return {};
}

export function payloadValues(
  payload: Record<string, unknown>,
  prefix = "payload",
): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) => {
      const path = `${prefix}.${name}`;
      if (Array.isArray(value)) return [[path, value.map(String)]];
      if (typeof value === "object" && value !== null) return Object.entries(payloadValues({ ...value }, path));
      return value === null || value === undefined ? [] : [[path, String(value)]];
    }),
  );
}
