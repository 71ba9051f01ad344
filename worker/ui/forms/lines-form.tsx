import type { ReactNode } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { FormFoot, NextSteps, ObjectLayout } from "../layouts/layouts.tsx";

type LinesFormProps = {
  action: string;
  label: string;
  placeholder: string;
  text: string;
  /** `again` is shown once some lines were refused. */
  hint: { first: string; again: string };
  is_again: boolean;
  next: readonly ReactNode[];
  maxLength?: number;
};

/** Takes pasted lines or a CSV file; the server checks all lines before it changes anything. */
export const LinesForm = ({ action, text, hint, is_again: isAgain, next, ...field }: LinesFormProps) => (
  <ObjectLayout aside={<NextSteps steps={next} />}>
    <form className="form-card form-grid" method="post" action={action} encType="multipart/form-data">
      <div>
        <h2>{isAgain ? "Correct the others" : "Your list"}</h2>
        <p className="subtitle">{isAgain ? hint.again : hint.first}</p>
      </div>
      <TextAreaField name="lines" rows={10} defaultValue={text} spellCheck={false} {...field} />
      <Field name="file" label="Or a CSV file" type="file" accept=".csv,.txt,text/csv,text/plain" is_optional />
      <FormFoot>
        <button className={isAgain ? "button quiet" : "button"}>Check these lines</button>
      </FormFoot>
    </form>
  </ObjectLayout>
);

export const readTypedLines = (typed: URLSearchParams): string =>
  [typed.get("lines"), typed.get("file")].filter((each) => each?.trim()).join("\n");
