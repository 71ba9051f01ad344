import { createContext, useContext } from "react";
import { Notice } from "../../../islands/ui/notice.tsx";
import type { TypedFields } from "./fields-of.ts";

type RefusedFields = Pick<TypedFields, "errors">;

export const RefusedForm = createContext<RefusedFields | undefined>(undefined);

/** A single problem is shown only at its field. */
export function FormProblems() {
  const errors = Object.entries(useContext(RefusedForm)?.errors ?? {});
  if (errors.length < 2) return null;
  return (
    <div className="form-problems">
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
    </div>
  );
}

/** Labels of fields that the messages of contract/rules.ts name differently. */
const labels: Readonly<Record<string, string>> = { email: "Email", phone: "Phone", name: "Name" };

const withLabel = (text: string, label: string | undefined): string =>
  label === undefined ? text : text.replace(/^(Email Address|Phone Number|Organization)(?= )/, label);
