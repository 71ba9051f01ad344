import type { ReactNode } from "react";
import type { Labelled } from "../../../islands/ui/labelled.tsx";
import { findNames, type Sought } from "../../contract/forms/finding.ts";

type Thing = { id: string; name: string };
/** What was looked for and what is called so, as `findOrganizations` answers it. */
export type Found = Omit<Sought, "chosen"> & { found: readonly Thing[]; has_more: boolean };

type FindFieldProps = Labelled & {
  /** "organization", "organizations". */
  what: readonly [one: string, many: string];
  found: Found;
  /** Offered besides those that were found, each with why: the one that is chosen, those that are likely. */
  offered?: readonly (Thing & { why?: string })[];
  /** The id of the one that is chosen, "" for `none`; of several all of them. */
  chosen?: string | readonly string[] | undefined;
  /** Several may be chosen. */
  is_many?: true;
  /** What stands for none of them, where none need be chosen; `more` is shown while it is. */
  none?: { name: string; why?: string; more?: ReactNode };
  /** Enter in any field sends the form; without it Enter looks for what was typed here. */
  enter_sends?: true;
};

/**
 * One of so many things that no list could hold them, or with `is_many` several: found by a part of its name, chosen among the found. It is a part of a
 * plain form whose `formPost` `finds`, or of one that asks for a page; what was typed elsewhere in the form stays.
 */
export function FindField(props: FindFieldProps) {
  const { name, label, error, hint, is_optional, what, found, offered = [], chosen, none, enter_sends } = props;
  const is_many = props.is_many ?? false;
  const { text, sought, button } = findNames(name);
  const { wanted, is_asked } = found;
  const others = found.found.filter(({ id }) => !offered.some((each) => each.id === id));
  const [only] = found.found;
  // who looked for one and got one meant that one
  const checked = [is_asked && only && found.found.length === 1 ? only.id : (chosen ?? [])].flat();
  if (is_many) checked.push(...[chosen ?? []].flat());
  const isChecked = (id: string) => checked.includes(id);
  const told = foundText(found, what) ?? hint;
  const isOne = offered.length + others.length > 0;
  return (
    <fieldset className="field find-field" id={name} aria-describedby={`${name}-note`}>
      <legend className="label">
        {label}
        {is_optional && <span className="optional"> (optional)</span>}
      </legend>
      <div className="choices">
        {others.map((each, index) => (
          <Choice
            key={each.id}
            field={name}
            is_many={is_many}
            is_checked={isChecked(each.id)}
            {...each}
            {...(offered.length > 0 && { why: `found by “${wanted}”` })}
            has_focus={is_asked && index === 0}
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
        {/* Enter in a field presses the first button (HTML, form submission) */}
        {enter_sends && <button hidden aria-label="Send" />}
        <input
          type="search"
          name={text}
          maxLength={128}
          defaultValue={wanted}
          autoFocus={is_asked && others.length === 0}
          aria-label={`Find ${isOne ? "another" : "an"} ${what[0]} by name`}
          placeholder={isOne ? `Another ${what[0]}` : "A part of its name"}
        />
        <input type="hidden" name={sought} value={wanted} />
        <button className="button quiet" name={button} value={name}>
          Find {what[1]}
        </button>
      </div>
      <p className={error ? "note refusal" : told ? "note tall" : "note"} id={`${name}-note`}>
        {error ?? told}
      </p>
    </fieldset>
  );
}

type ChoiceProps = Thing & {
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

function foundText({ wanted, is_asked, found, has_more }: Found, [one, many]: FindFieldProps["what"]) {
  if (wanted === "") return is_asked ? "Type a part of its name." : undefined;
  if (found.length === 0) return `No ${one} is called like “${wanted}”.`;
  return has_more ? `More than ${found.length} ${many} are called like that: type more of the name.` : undefined;
}
