import { staffPresets } from "../../../db/enums.ts";
import { presetMessages, presetNames } from "../../../worker/contract/people/role-labels.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";

type PresetFieldProps = Pick<ReturnType<typeof buildFieldProps>, "field"> & { label: string };

export function PresetField({ field, label }: PresetFieldProps) {
  const { name, defaultValue, error } = field("preset");
  return (
    <fieldset className="field" id={name} aria-describedby="preset-note" aria-invalid={!!error}>
      <legend className="label">{label}</legend>
      <div className="checks">
        {staffPresets.map((preset) => (
          <label key={preset} className="check">
            <input type="radio" name={name} value={preset} defaultChecked={defaultValue === preset} />
            <span>
              {presetNames[preset]}
              <small> {presetMessages[preset]}</small>
            </span>
          </label>
        ))}
      </div>
      <p id="preset-note" className="note">
        {error}
      </p>
    </fieldset>
  );
}
