import { Notice } from "../../../islands/ui/notice.tsx";
import type { TypedFields } from "./fields-of.ts";

type FormProblemsProps = {
  typed: Pick<TypedFields, "errors"> | undefined;
  /** Names of the form's fields in messages, if they differ from the labels. */
  labels?: Readonly<Record<string, unknown>>;
};

/** Links to the fields of a refused form that are wrong; a single problem is shown at its field only. */
export function FormProblems({ typed, labels = {} }: FormProblemsProps) {
  const errors = Object.entries(typed?.errors ?? {});
  if (errors.length < 2) return null;
  return (
    <Notice tone="danger">
      <p>{errors.length} problems to fix:</p>
      <ul>
        {errors.map(([name, text]) => (
          <li key={name}>
            <a href={`#${name}`}>{withLabel(text, labels[name])}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Specified messages have names of their own for these fields (O-041). */
const withLabel = (text: string, label: unknown): string =>
  typeof label === "string" ? text.replace(/^(Email Address|Phone Number|Organization)(?= )/, label) : text;
