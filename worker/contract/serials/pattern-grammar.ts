/**
 * Parses serial number patterns, a subset of PostgreSQL's regular expressions, which match them
 * (https://www.postgresql.org/docs/18/functions-matching.html#POSIX-SYNTAX-DETAILS): letters, digits and hyphens, `.`,
 * `\d`, classes like `[A-F]`, groups, alternatives, and bounded repetition. Patterns are anchored at both ends.
 */

/** Matched without case. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
const digits = "0123456789";
export const serialLengthMax = 32;

/** Bit mask over the alphabet. */
export type CharacterSet = bigint;
export type PatternNode =
  | { kind: "set"; set: CharacterSet }
  | { kind: "sequence"; items: PatternNode[] }
  | { kind: "choice"; options: PatternNode[] }
  | { kind: "repeat"; item: PatternNode; min: number; max: number };

/** An invalid pattern; the message is for the user who typed it. */
export class PatternProblem extends Error {}

const alphabetIndex = (character: string): number => alphabet.indexOf(character.toUpperCase());
const toSet = (characters: string): CharacterSet =>
  [...characters].reduce((set, character) => set | (1n << BigInt(alphabetIndex(character))), 0n);
const anyCharacter = toSet(alphabet);

/** @throws PatternProblem */
export function parsePattern(text: string): PatternNode {
  const parser = new Parser(text);
  const node = parser.readChoice();
  if (parser.peek() === ")") throw new PatternProblem("A “)” has no “(” before it.");
  return node;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  peek(): string | undefined {
    return this.#text[this.#at];
  }

  #take(): string | undefined {
    const character = this.peek();
    this.#at += 1;
    return character;
  }

  #takeIf(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  readChoice(): PatternNode {
    const options = [this.#readSequence()];
    while (this.#takeIf("|")) options.push(this.#readSequence());
    const [only] = options;
    return options.length === 1 && only ? only : { kind: "choice", options };
  }

  #readSequence(): PatternNode {
    const items: PatternNode[] = [];
    for (let next = this.peek(); next !== undefined && next !== "|" && next !== ")"; next = this.peek())
      items.push(this.#readRepeat(this.#readAtom()));
    if (items.length === 0) throw new PatternProblem("An alternative is empty.");
    return { kind: "sequence", items };
  }

  #readAtom(): PatternNode {
    const character = this.#take();
    switch (character) {
      case "(":
        return this.#readGroup();
      case "[":
        return { kind: "set", set: this.#readClass() };
      case ".":
        return { kind: "set", set: anyCharacter };
      case "\\":
        return { kind: "set", set: this.#readEscape() };
      default:
        return { kind: "set", set: parseLiteral(character ?? "") };
    }
  }

  #readGroup(): PatternNode {
    if (this.peek() === "?" && !this.#takeIf("?:"))
      throw new PatternProblem("A group is (…) or (?:…), without looking ahead or behind.");
    const node = this.readChoice();
    if (!this.#takeIf(")")) throw new PatternProblem("A “(” has no “)”.");
    return node;
  }

  #readEscape(): CharacterSet {
    const character = this.#take();
    if (character === "d") return toSet(digits);
    if (character === "-") return toSet("-");
    throw new PatternProblem(`“\\${character ?? ""}” is not allowed here: use \\d for a digit.`);
  }

  #readClass(): CharacterSet {
    if (this.peek() === "^") throw new PatternProblem("Name the characters that fit, without “^”.");
    let set = 0n;
    for (let isFirst = true; !this.#takeIf("]"); isFirst = false) {
      const character = this.#take();
      if (character === undefined) throw new PatternProblem("A “[” has no “]”.");
      if (character === "\\") set |= this.#readEscape();
      else if (character === "-" && !isFirst && this.peek() !== "]")
        throw new PatternProblem("In brackets a hyphen comes first, comes last or is part of a range like A-F.");
      else set |= this.#readRange(character);
    }
    if (set === 0n) throw new PatternProblem("Brackets need a character.");
    return set;
  }

  #readRange(from: string): CharacterSet {
    const isRange = from !== "-" && this.peek() === "-" && this.#text[this.#at + 1] !== "]";
    if (!isRange) return parseLiteral(from);
    this.#at += 1;
    const to = this.#take() ?? "";
    const isOfOneKind = [/^\d\d$/, /^[A-Z]{2}$/, /^[a-z]{2}$/].some((kind) => kind.test(from + to));
    if (!isOfOneKind || from > to)
      throw new PatternProblem(`“${from}-${to}” is not a range: write two digits or two letters, as 0-9 or A-F.`);
    return toSet(alphabet.slice(alphabetIndex(from), alphabetIndex(to) + 1));
  }

  #readRepeat(item: PatternNode): PatternNode {
    const bounds = this.#readBounds();
    if (!bounds) return item;
    if (/[?*+{]/.test(this.peek() ?? "")) throw new PatternProblem("Two repetitions follow each other.");
    return { kind: "repeat", item, ...bounds };
  }

  #readBounds(): { min: number; max: number } | undefined {
    const next = this.peek();
    if (next === "*" || next === "+")
      throw new PatternProblem(`“${next}” has no upper bound: use {${next === "*" ? 0 : 1},8} for at most 8.`);
    if (this.#takeIf("?")) return { min: 0, max: 1 };
    if (next !== "{") return undefined;
    const [whole, from, comma, to] = /^\{(\d{1,3})(,)?(\d{1,3})?\}/.exec(this.#text.slice(this.#at)) ?? [];
    if (whole === undefined) throw new PatternProblem("A repetition is {5} or {1,8}.");
    if (comma && to === undefined) throw new PatternProblem(`“${whole}” has no upper bound: use {${from},8}.`);
    const [min, max] = [Number(from), Number(to ?? from)];
    if (max < min) throw new PatternProblem(`“${whole}” has a larger number first.`);
    if (max === 0 || max > serialLengthMax)
      throw new PatternProblem(`A repetition is at most ${serialLengthMax}, the length of a serial number.`);
    this.#at += whole.length;
    return { min, max };
  }
}

function parseLiteral(character: string): CharacterSet {
  if (alphabetIndex(character) >= 0 && character.length === 1) return toSet(character);
  if (/[?*+{]/.test(character)) throw new PatternProblem(`“${character}” has nothing before it to repeat.`);
  if (character === "^" || character === "$")
    throw new PatternProblem(`Leave out “${character}”: a pattern always fits the whole serial number.`);
  throw new PatternProblem(`“${character}” is in no serial number: they have letters, digits and hyphens.`);
}
