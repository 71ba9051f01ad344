import type fc from "fast-check";
import type { Real } from "./real.ts";
import type { State } from "./state.ts";

/** One step, which both the model and the real app take. */
export class Step implements fc.AsyncCommand<State, Real> {
  readonly #name: string;
  readonly #run: (state: State, real: Real) => Promise<void>;
  readonly #isPossible: (state: State) => boolean;

  constructor(
    name: string,
    run: (state: State, real: Real) => Promise<void>,
    isPossible: (state: State) => boolean = () => true,
  ) {
    this.#name = name;
    this.#run = run;
    this.#isPossible = isPossible;
  }

  check = (state: Readonly<State>): boolean => this.#isPossible(state);

  run = (state: State, real: Real): Promise<void> => {
    real.steps += 1;
    return this.#run(state, real);
  };

  toString = (): string => this.#name;
}
