import { serialsMax } from "../../../worker/contract/entities/device.ts";
import { findBrokenRule, rules } from "../../../worker/contract/rules.ts";

export type TypedSerials = {
  /** Well-formed and deduplicated, in order. */
  serials: string[];
  malformed: { serial: string; why: string }[];
  error?: string;
};

/** Splits at whitespace, commas and semicolons; of spellings that differ only in case, the first one stays. */
export function parseSerials(text: string): TypedSerials {
  const serialsByKey = new Map(
    text
      .split(/[\s,;]+/)
      .filter((part) => part !== "")
      .toReversed()
      .map((serial) => [serial.toUpperCase(), serial]),
  );
  const allSerials = [...serialsByKey.values()].toReversed();
  if (allSerials.length > serialsMax) {
    const error = `Paste at most ${serialsMax} serial numbers at a time; these are ${allSerials.length.toLocaleString("en-US")}.`;
    return { serials: [], malformed: [], error };
  }
  const checked = allSerials.map((serial) => ({ serial, why: findBrokenRule(rules.serial, serial) }));
  return {
    serials: checked.flatMap(({ serial, why }) => (why === undefined ? [serial] : [])),
    malformed: checked.flatMap(({ serial, why }) => (why === undefined ? [] : [{ serial, why }])),
  };
}
