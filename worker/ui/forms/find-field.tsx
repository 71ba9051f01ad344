import type { ReactNode } from "react";
import type { LabeledProps } from "../../../islands/ui/labelled.tsx";
import { findFieldNames, type FindInput } from "../../contract/forms/finding.ts";

type FoundRecord = { id: string; name: string };
export type FindResult = Omit<FindInput, "chosen"> & { found: readonly FoundRecord[]; has_more: boolean };

type FindFieldProps = LabeledProps & {
  what: readonly [one: string, many: string];
  result: FindResult;
  /** Options besides the matches: current and suggested ones. */
  offered?: readonly (FoundRecord & { why?: string })[];
  /** Id of the selected option, "" for `none`; a list with `is_many`. */
  chosen?: string | readonly string[] | undefined;
  is_many?: true;
  /** Option for no selection; `more` is shown while it is selected. */
  none?: { name: string; why?: string; more?: ReactNode };
  /** Whether Enter sends the form; by default it searches. */
  enter_sends?: true;
};

/**
 * Selects one or several records by search, for records too numerous for a list. The form is a GET form, or its
 * `formPost` has `has_search`; a search keeps all other input.
 */
export function FindField(props: FindFieldProps) {
  const { name, label, error, hint, is_optional, what, result, offered = [], chosen, none, enter_sends } = props;
  const is_many = props.is_many ?? false;
  const { text, searched, button } = findFieldNames(name);
  const { search_text, is_search } = result;
  const otherMatches = result.found.filter(({ id }) => !offered.some((each) => each.id === id));
  const [onlyMatch] = result.found;
  const checkedIds = [is_search && onlyMatch && result.found.length === 1 ? onlyMatch.id : (chosen ?? [])].flat();
  if (is_many) checkedIds.push(...[chosen ?? []].flat());
  const isChecked = (id: string) => checkedIds.includes(id);
  const statusText = searchStatus(result, what) ?? hint;
  const hasOptions = offered.length + otherMatches.length > 0;
  const article = /^[aeiou]/.test(what[0]) ? "an" : "a";
  return (
    <fieldset className="field find-field" id={name} aria-describedby={`${name}-note`}>
      <legend className="label">
        {label}
        {is_optional && <span className="optional"> (optional)</span>}
      </legend>
      <div className="choices">
        {otherMatches.map((each, index) => (
          <Choice
            key={each.id}
            field={name}
            is_many={is_many}
            is_checked={isChecked(each.id)}
            {...each}
            {...(offered.length > 0 && { why: `found by “${search_text}”` })}
            has_focus={is_search && index === 0}
          />
        ))}
        {offered.map((each) => (
          <Choice key={each.id} field={name} is_many={is_many} is_checked={isChecked(each.id)} {...each} />
        ))}
        {none && (
          <div className="found-none">
            <Choice
              field={name}
              is_many={is_many}
              is_checked={isChecked("")}
              id={""}
              name={none.name}
              {...(none.why && { why: none.why })}
            />
            {none.more && <div className="found-more">{none.more}</div>}
          </div>
        )}
      </div>
      <div className="find">
        {/* Enter presses the first button (HTML, form submission) */}
        {enter_sends && <button hidden aria-label="Send" />}
        <input
          type="search"
          name={text}
          maxLength={128}
          defaultValue={search_text}
          autoFocus={is_search && otherMatches.length === 0}
          aria-label={`Find ${hasOptions ? "another" : article} ${what[0]} by name`}
          placeholder={hasOptions ? `Another ${what[0]}` : "Part of a name"}
        />
        <input type="hidden" name={searched} value={search_text} />
        <button className="button quiet" name={button} value={name}>
          Find {what[1]}
        </button>
      </div>
      <p className={error ? "note refusal" : statusText ? "note tall" : "note"} id={`${name}-note`}>
        {error ?? statusText}
      </p>
    </fieldset>
  );
}

type ChoiceProps = FoundRecord & {
  why?: string;
  field: string;
  is_many: boolean;
  is_checked: boolean;
  has_focus?: boolean;
};

function Choice({ id, name, why, field, is_many, is_checked, has_focus }: ChoiceProps) {
  return (
    <label className="found">
      <input
        type={is_many ? "checkbox" : "radio"}
        name={field}
        value={id}
        defaultChecked={is_checked}
        autoFocus={has_focus}
      />
      <b>{name}</b>
      {why && <small>{why}</small>}
    </label>
  );
}

function searchStatus({ search_text, is_search, found, has_more }: FindResult, [one, many]: FindFieldProps["what"]) {
  if (search_text === "") return is_search ? "Type a part of its name." : undefined;
  if (found.length === 0) return `No ${one} is called like “${search_text}”.`;
  return has_more ? `More than ${found.length} ${many} are called like that: type more of the name.` : undefined;
}
