import * as z from "zod/mini";
import { freeText } from "../fields.ts";
import {
  type CharacterSet,
  parsePattern,
  type PatternNode,
  PatternProblem,
  serialLengthMax,
} from "./pattern-grammar.ts";

export const patternLengthMax = 200;
/** Maximum pattern length with repetitions expanded; PostgreSQL's automaton has about as many states. */
const positionsMax = 256;
const stepsMax = 200_000;

export function findPatternProblem(text: string): string | undefined {
  if (text.trim() === "") return "A pattern is empty.";
  try {
    requireUnambiguous(parsePattern(text));
    return undefined;
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    throw error;
  }
}

/** A field for patterns that PostgreSQL matches in linear time (ADR-045). */
export const serialPattern = () => {
  const schema = freeText(patternLengthMax, "Serial number pattern").check((payload) => {
    if (payload.value.length > patternLengthMax) return; // The length check reports it.
    const problem = findPatternProblem(payload.value);
    if (problem) payload.issues.push({ code: "custom", input: payload.value, message: problem, continue: true });
  });
  const description =
    "Matches whole serial numbers, without case: letters, digits, hyphens, . \\d [A-F] (A|B) and the repetitions ? {5} {1,8}";
  z.globalRegistry.add(schema, { description, maxLength: patternLengthMax });
  return schema;
};

type PatternPart = { first: number[]; last: number[]; isNullable: boolean; shortest: number };

/** Glushkov automaton with repetitions expanded: one state per character; `follow` has the next states. */
class Automaton {
  readonly sets: CharacterSet[] = [];
  readonly follow: Set<number>[] = [];

  build(node: PatternNode): PatternPart {
    switch (node.kind) {
      case "set":
        return this.#addState(node.set);
      case "sequence":
        return node.items.reduce<PatternPart>((part, item) => this.#join(part, this.build(item)), emptyPart);
      case "choice":
        return this.#choose(node.options.map((option) => this.build(option)));
      case "repeat":
        return this.#repeat(node);
    }
  }

  #addState(set: CharacterSet): PatternPart {
    if (this.sets.length === positionsMax)
      throw new PatternProblem(`With its repetitions written out it has more than ${positionsMax} characters.`);
    const state = this.sets.push(set) - 1;
    this.follow.push(new Set());
    return { first: [state], last: [state], isNullable: false, shortest: 1 };
  }

  #join(firstPart: PatternPart, secondPart: PatternPart): PatternPart {
    for (const state of firstPart.last) for (const next of secondPart.first) this.follow[state]?.add(next);
    return {
      first: firstPart.isNullable ? [...firstPart.first, ...secondPart.first] : firstPart.first,
      last: secondPart.isNullable ? [...firstPart.last, ...secondPart.last] : secondPart.last,
      isNullable: firstPart.isNullable && secondPart.isNullable,
      shortest: firstPart.shortest + secondPart.shortest,
    };
  }

  #choose(parts: PatternPart[]): PatternPart {
    if (parts.filter(({ isNullable }) => isNullable).length > 1)
      throw new PatternProblem("More than one alternative is optional.");
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isNullable: parts.some(({ isNullable }) => isNullable),
      shortest: Math.min(...parts.map(({ shortest }) => shortest)),
    };
  }

  /** `x{2,4}` becomes `xx(x(x)?)?`, which is unambiguous. */
  #repeat({ item, min, max }: Extract<PatternNode, { kind: "repeat" }>): PatternPart {
    let optional = emptyPart;
    for (let n = min; n < max; n += 1) {
      const part = this.#join(this.#repeatable(item), optional);
      optional = { ...part, isNullable: true, shortest: 0 };
    }
    let required = emptyPart;
    for (let n = 0; n < min; n += 1) required = this.#join(required, this.#repeatable(item));
    return this.#join(required, optional);
  }

  #repeatable(item: PatternNode): PatternPart {
    const part = this.build(item);
    if (part.isNullable) throw new PatternProblem("It repeats an optional part.");
    return part;
  }
}

const emptyPart: PatternPart = { first: [], last: [], isNullable: true, shortest: 0 };

/**
 * Rejects ambiguous patterns, such as `\d{1,5}\d{1,5}` or `(A|AB)(BC|C)`. In an unambiguous automaton no two paths
 * reach one state by the same text, so even a backtracking engine takes at most states times characters steps. Checked
 * with the pairs of states reachable by one text (Book, Even, Greibach and Ott, "Ambiguity in graphs and expressions",
 * 1971).
 */
function requireUnambiguous(node: PatternNode): void {
  const automaton = new Automaton();
  const { first, last, isNullable, shortest } = automaton.build(node);
  if (isNullable) throw new PatternProblem("It also fits an empty serial number.");
  if (shortest > serialLengthMax)
    throw new PatternProblem(`It fits no serial number: they have at most ${serialLengthMax} characters.`);
  const { sets, follow } = automaton;
  const ends = new Set(last);
  const reachedStates = new Set<number>();
  const pendingPairs: [number, number][] = [];
  let steps = 0;
  /** `isOnePath`: both paths have been identical so far. */
  const reach = (ones: Iterable<number>, others: Iterable<number>, isOnePath: boolean) => {
    for (const firstState of ones)
      for (const secondState of others) {
        steps += 1;
        if (steps > stepsMax) throw new PatternProblem("It has too many alternatives: use several patterns.");
        if (((sets[firstState] ?? 0n) & (sets[secondState] ?? 0n)) === 0n) continue;
        if (firstState === secondState && isOnePath) continue;
        if (firstState === secondState || (ends.has(firstState) && ends.has(secondState)))
          throw ambiguousPatternError();
        const pair =
          firstState < secondState ? firstState * positionsMax + secondState : secondState * positionsMax + firstState;
        if (reachedStates.has(pair)) continue;
        reachedStates.add(pair);
        pendingPairs.push([firstState, secondState]);
      }
  };
  reach(first, first, true);
  for (const next of follow) reach(next, next, true);
  for (let pair = pendingPairs.pop(); pair; pair = pendingPairs.pop())
    reach(follow[pair[0]] ?? [], follow[pair[1]] ?? [], false);
}

const ambiguousPatternError = () =>
  new PatternProblem(
    "It can match the same serial number in two ways, which is slow: use different characters for neighboring parts, such as [A-Z]{1,3}\\d{1,5}.",
  );
