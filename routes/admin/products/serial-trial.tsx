import type { ReactNode } from "react";
import { Field } from "../../../islands/ui/field.tsx";
import { serial as serialField } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { findPatternProblem } from "../../../worker/contract/serials/serial-pattern.ts";
import { type SerialTrial, trySerial } from "../../../worker/domain/catalog/index.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";

const fieldNames = { serial: "try_serial", tried: "tried", button: "try", enter: "by_enter" } as const;

/** Null if no serial number is typed; `result` is null for a malformed serial number. */
export type Trial = {
  serial: string;
  patterns: string[];
  result: SerialTrial | null;
  is_requested: boolean;
} | null;

export const isTrialRequest = (typed: URLSearchParams): boolean => {
  const serial = typed.get(fieldNames.serial)?.trim() ?? "";
  return (
    typed.has(fieldNames.button) ||
    (typed.has(fieldNames.enter) && serial !== "" && serial !== typed.get(fieldNames.tried))
  );
};

/** Tries the patterns in the form, saved or not. */
export async function runTrial(ctx: ReadCtx, sentFields: URLSearchParams, product_id: string | null): Promise<Trial> {
  const text = sentFields.get(fieldNames.serial)?.trim() ?? "";
  if (text === "") return null;
  const patterns = sentFields.getAll("patterns").flatMap(splitLines);
  const { data: serial } = serialField().safeParse(text);
  const valid = patterns.map((pattern) => (findPatternProblem(pattern) === undefined ? pattern : ""));
  // an empty pattern matches nothing and leaves the positions of the others unchanged
  const result = serial ? await trySerial(ctx, { serial, patterns: valid, product_id }) : null;
  return { serial: text, patterns, result, is_requested: isTrialRequest(sentFields) };
}

const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Enter presses a form's first button (HTML, form submission): this one saves, unless a serial number is to be tried.
 */
export const EnterButton = ({ label }: { label: string }) => (
  <button hidden name={fieldNames.enter} value="1" aria-label={label} />
);

export const SerialTrialField = ({ trial }: { trial: Trial }) => (
  <div className="serial-trial" id="serial-trial">
    <Field
      name={fieldNames.serial}
      label="Try a serial number"
      is_optional
      defaultValue={trial?.serial ?? ""}
      maxLength={32}
      autoComplete="off"
      spellCheck={false}
      autoFocus={trial?.is_requested}
    />
    <input type="hidden" name={fieldNames.tried} value={trial?.serial ?? ""} />
    <button className="button quiet" name={fieldNames.button} value="1">
      Try it
    </button>
    <div role="status" className="serial-result">
      {trial && <TrialResult trial={trial} />}
    </div>
  </div>
);

function TrialResult({ trial: { serial, patterns, result } }: { trial: NonNullable<Trial> }) {
  const problems = patterns.flatMap((pattern, index) => {
    const problem = findPatternProblem(pattern);
    return problem ? [`Pattern ${index + 1} is not valid yet. ${problem}`] : [];
  });
  return (
    <>
      {result === null && <p>“{serial}” is not a valid serial number. Use at most 32 letters, digits and hyphens.</p>}
      {result && <p>{matchText(serial, patterns, result)}</p>}
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      {result?.others.map((other) => (
        <p key={other.id}>
          <b>
            It also fits <a href={hrefOf(pages.adminProduct, { product_id: other.id })}>{other.name}</a>
          </b>{" "}
          by <code>{other.pattern}</code>.{" "}
          {other.is_first
            ? "That product was created earlier, so the device is registered as that product."
            : result.place === null
              ? "The device is registered as that product."
              : "That product was created later, so the device is registered as this one."}
        </p>
      ))}
    </>
  );
}

function matchText(serial: string, patterns: string[], { place }: SerialTrial): ReactNode {
  if (patterns.length === 0) return `There is no pattern yet that could fit ${serial}.`;
  if (place === null) return `No pattern fits ${serial}.`;
  return (
    <>
      {serial} fits pattern {place}: <code>{patterns[place - 1]}</code>
    </>
  );
}
