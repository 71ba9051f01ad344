import type { ReactNode } from "react";
import { Field } from "../../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../../islands/ui/fields/text-area-field.tsx";
import { Markup } from "../../../../islands/ui/markup.tsx";
import type { legalStates } from "../../../../worker/contract/entities/legal-version.ts";
import { findFieldNames } from "../../../../worker/contract/forms/finding.ts";
import { sanitize } from "../../../../worker/domain/platform/index.ts";
import type { buildFieldProps } from "../../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../../worker/ui/layouts/layouts.tsx";
import { Badge } from "../../../../worker/ui/parts/badge.tsx";

type State = (typeof legalStates)[number];
export const stateLabels: Record<State, string> = { in_force: "In force", scheduled: "Scheduled", former: "Former" };
const tones = { in_force: "success", scheduled: "info", former: "neutral" } as const;

export const StateBadge = ({ state }: { state: State }) => <Badge tone={tones[state]}>{stateLabels[state]}</Badge>;

export const buildPreview = (typed: URLSearchParams): string | undefined => {
  const html = typed.get("html");
  return html ? sanitize(html) : undefined;
};

/** A datetime-local field sends no zone; the field's label says UTC. */
export async function normalizeValidFrom(typed: URLSearchParams): Promise<void> {
  const typedAt = typed.get("valid_from") ?? "";
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typedAt)) typed.set("valid_from", `${typedAt.slice(0, 16)}:00Z`);
}

type TextFormProps = Pick<ReturnType<typeof buildFieldProps>, "field"> & {
  action: string;
  preview: string | undefined;
  label: string;
  effect: string;
  children?: ReactNode;
};

/** The preview button publishes nothing. */
export function TextForm({ action, field, preview, label, effect, children }: TextFormProps) {
  const { button } = findFieldNames("html");
  const validFrom = field("valid_from");
  return (
    <>
      {preview !== undefined && (
        <section aria-label="Preview">
          <h2>Preview</h2>
          <p className="small">Nothing is published yet. Links, pictures, styles and scripts are removed.</p>
          <Markup html={preview} />
        </section>
      )}
      <form method="post" action={action} noValidate className="form-layout">
        <FormGroup title="Version">
          <Field
            {...field("version")}
            label="Version"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            hint="A name of your own that never changes, as 2027-01."
          />
          {children}
        </FormGroup>
        <FormGroup title="Text">
          <TextAreaField
            {...field("html")}
            label="Text"
            rows={18}
            maxLength={200_000}
            spellCheck={false}
            hint="HTML: headings, paragraphs, lists, tables and emphasis."
          />
          {/* the server treats a press like a search: it renders the form again and saves nothing */}
          <button className="button quiet" name={button} value="html">
            Preview
          </button>
        </FormGroup>
        <FormGroup title="Begin" text={effect}>
          <Field
            {...validFrom}
            defaultValue={validFrom.defaultValue.slice(0, 16)}
            label="In force from (UTC)"
            type="datetime-local"
            is_optional
            hint="Default: now."
          />
        </FormGroup>
        <button className="button">{label}</button>
      </form>
    </>
  );
}
