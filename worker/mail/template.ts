import type { MailText } from "../contract/entities/mail-template.ts";
import type { FieldName } from "./field-names.ts";
import { type MailMessage, type Paragraph, type Run, type Words } from "./message.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { nameRecipient } from "./wording.ts";

/** A list is printed as separate paragraphs; undefined is an empty field. */
export type FieldValue = string | { mail: string } | readonly string[] | undefined;
export type FieldValues = Partial<Record<FieldName, FieldValue>>;

export type Parts = Pick<MailMessage, "receipt" | "facts" | "links" | "footnote" | "unsubscribe_url"> & {
  url?: string | undefined;
};

export type Template<P> = {
  name: string;
  text: Omit<MailText, "action" | "footnote"> & { action?: string; footnote?: string };
  /**
   * Values of the template's own fields. A field that the payload lacks is present as undefined, because the editor
   * lists the keys.
   */
  fields?: (payload: P) => FieldValues;
  parts?: (payload: P) => Parts;
  required?: readonly FieldName[];
  /** Changes to the type's example that make `choose` return this variant. */
  example?: Partial<P>;
};

/** The only variant of a type is named "", or the first one, so that its changed text stays when others are added. */
export type Variants<P> = { variants: Record<string, Template<P>>; choose: (payload: P) => string };

export const singleTemplate = <P>(template: Template<P>): Variants<P> => ({
  variants: { "": template },
  choose: () => "",
});

export const variants = <P, V extends string>(
  choose: (payload: P) => V,
  templates: Record<V, Template<P>>,
): Variants<P> => ({ variants: templates, choose });

/** `{{field}}` prints a field, `{{field?}}` only tests whether it has a value. */
export const fieldPattern = /\{\{\s*(\w+)(\??)\s*\}\}/g;
/** If a field in the part is empty, the text after the bar replaces the part; without a bar the part is omitted. */
export const partPattern = /\[\[((?:(?!\[\[|\]\])[\s\S])*)\]\]/g;

const toText = (value: FieldValue): string => {
  if (value === undefined || typeof value === "string") return value ?? "";
  return "mail" in value ? value.mail : value.join(" ");
};

const isComplete = (source: string, values: FieldValues): boolean =>
  [...source.matchAll(fieldPattern)].every(([, name]) => toText(getValue(values, name)) !== "");

// as: an unknown name has no value.
const getValue = (values: FieldValues, name = ""): FieldValue =>
  Object.hasOwn(values, name) ? values[name as FieldName] : undefined;

/** Fields in the remaining text stay unfilled. */
function resolveParts(source: string, values: FieldValues): string {
  return source.replace(partPattern, (_, part: string) => {
    const bar = part.indexOf("|");
    const [wanted, otherwise] = bar === -1 ? [part, ""] : [part.slice(0, bar), part.slice(bar + 1)];
    return isComplete(wanted, values) ? wanted : otherwise;
  });
}

const removeQuestions = (source: string): string =>
  source.replace(fieldPattern, (whole, _name, question: string) => (question ? "" : whole));

export const fillLine = (source: string, values: FieldValues): string =>
  removeQuestions(resolveParts(source, values))
    .replace(fieldPattern, (_, name: string) => toText(getValue(values, name)))
    .trim();

/** Omits paragraphs with an empty field. */
export const fillBody = (source: string, values: FieldValues): Paragraph[] =>
  source
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .split(/\n[^\S\n]*\n/)
    .flatMap((block) => fillBlock(resolveParts(block, values), values));

function fillBlock(block: string, values: FieldValues): Paragraph[] {
  if (!isComplete(block, values)) return [];
  const [alone] = block.trim().matchAll(fieldPattern);
  if (alone?.[0] === block.trim()) {
    const value = getValue(values, alone[1]);
    if (Array.isArray(value)) return value;
  }
  return readMarkdown(removeQuestions(block)).map((paragraph) =>
    typeof paragraph === "object" && "list" in paragraph
      ? { list: paragraph.list.map((item) => fillWords(item, values)) }
      : fillWords(paragraph, values),
  );
}

/** Values are inserted after Markdown is read, so that no name becomes a link or strong text. */
function fillWords(words: Words, values: FieldValues): Words {
  const runs = (typeof words === "string" ? [words] : words).flatMap((run) => fillRun(run, values));
  const mergedRuns: Run[] = [];
  for (const run of runs) {
    const last = mergedRuns.at(-1);
    if (typeof run === "string" && typeof last === "string") mergedRuns[mergedRuns.length - 1] = last + run;
    else if (run !== "") mergedRuns.push(run);
  }
  const [only] = mergedRuns;
  return mergedRuns.length === 1 && typeof only === "string" ? only : mergedRuns;
}

function fillRun(run: Run, values: FieldValues): Run[] {
  if (typeof run === "object") {
    if ("strong" in run) return [{ strong: fillLine(run.strong, values) }];
    return "url" in run ? [{ ...run, label: fillLine(run.label, values) }] : [run];
  }
  const runs: Run[] = [];
  let end = 0;
  for (const match of run.matchAll(fieldPattern)) {
    const value = getValue(values, match[1]);
    runs.push(run.slice(end, match.index), typeof value === "object" && "mail" in value ? value : toText(value));
    end = match.index + match[0].length;
  }
  return [...runs, run.slice(end)];
}

type Recipient = {
  first_name?: string | undefined;
  last_name?: string | undefined;
  support_email?: string | undefined;
};

export const buildFieldValues = <P extends object>(template: Template<P>, payload: P & Recipient): FieldValues => ({
  name: nameRecipient(payload),
  support_email: payload.support_email ? { mail: payload.support_email } : undefined,
  ...template.fields?.(payload),
});

export function fillTemplate<P extends object>(
  template: Template<P>,
  text: Template<P>["text"],
  payload: P & Recipient,
): Omit<MailMessage, "greeting"> {
  const values = buildFieldValues(template, payload);
  const { url, ...parts } = template.parts?.(payload) ?? {};
  return {
    subject: fillLine(text.subject, values),
    preheader: fillLine(text.preheader, values),
    title: fillLine(text.title, values),
    paragraphs: fillBody(text.body, values),
    ...(url && text.action ? { action: { label: fillLine(text.action, values), url } } : {}),
    ...(text.footnote ? { footnote: fillLine(text.footnote, values) } : {}),
    ...parts,
  };
}
