import type { ReactNode } from "react";
import { toList, originalFieldName, type ConflictRow } from "./compared.ts";

type VersionFieldsProps = { updated_at: string; values: Readonly<Record<string, string | readonly string[]>> };

/** The original values distinguish concurrent changes by others from the viewer's own changes. */
export function VersionFields({ updated_at, values }: VersionFieldsProps) {
  return (
    <>
      <input type="hidden" name="updated_at" value={updated_at} />
      {Object.entries(values).flatMap(([name, value]) =>
        toList(value).map((each) => (
          <input key={`${name} ${each}`} type="hidden" name={originalFieldName(name)} value={each} />
        )),
      )}
    </>
  );
}

type ConflictComparisonProps = {
  rows: readonly ConflictRow[] | undefined;
  /** Reloads the page without the form's input. */
  href: string;
  by?: ReactNode;
};

/** Shows concurrent changes beside the viewer's input. Saving again overwrites them deliberately. */
export function ConflictComparison({ rows, href, by }: ConflictComparisonProps) {
  if (!rows) return null;
  return (
    <section className="side-by-side" aria-label={rows.length > 0 ? "Changed in the meantime" : "Changed elsewhere"}>
      {by && <p>{by}</p>}
      {rows.length === 0 && <p>Your input is not affected. Save again to keep it.</p>}
      <ul>
        {rows.map(({ label, read, now, typed, is_theirs }) => (
          <li key={label}>
            <b>{label}</b>
            <dl>
              <Value name="You read" text={read} />
              <Value name="Is there now" text={now} />
              <Value
                name="You typed"
                text={is_theirs ? "Nothing else: the form has theirs" : typed}
                is_mine={!is_theirs}
              />
            </dl>
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <p>
          Save again to overwrite the current values, or <a href={href}>discard your changes</a>.
        </p>
      )}
    </section>
  );
}

function Value({ name, text, is_mine }: { name: string; text: string; is_mine?: boolean }) {
  return (
    <div className={is_mine ? "mine" : undefined}>
      <dt>{name}</dt>
      <dd>{text || "Empty"}</dd>
    </div>
  );
}
