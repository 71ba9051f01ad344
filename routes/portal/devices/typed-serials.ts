import { serialsMax } from "../../../worker/contract/entities/device.ts";
import { firstBroken, rules } from "../../../worker/contract/rules.ts";

/** What somebody typed or pasted as serial numbers. */
export type TypedSerials = {
  /** Those that can be looked up, each once, in their order. */
  serials: string[];
  /** Those that cannot, each with why. */
  malformed: { serial: string; why: string }[];
  /** What is wrong with the whole. */
  error?: string;
};

/** One on each line, or with blanks, commas or semicolons between; the same again, in whatever case, counts once. */
export function readSerials(text: string): TypedSerials {
  const given = new Map(
    text
      .split(/[\s,;]+/)
      .filter((part) => part !== "")
      .toReversed()
      .map((serial) => [serial.toUpperCase(), serial]),
  );
  const all = [...given.values()].toReversed();
  if (all.length > serialsMax) {
    const error = `Paste at most ${serialsMax} serial numbers at a time; these are ${all.length.toLocaleString("en-US")}.`;
    return { serials: [], malformed: [], error };
  }
  const judged = all.map((serial) => ({ serial, why: firstBroken(rules.serial, serial) }));
  return {
    serials: judged.flatMap(({ serial, why }) => (why === undefined ? [serial] : [])),
    malformed: judged.flatMap(({ serial, why }) => (why === undefined ? [] : [{ serial, why }])),
  };
}
