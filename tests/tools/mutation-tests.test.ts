import { expect, test } from "vitest";
import { lists } from "../../tools/mutation-tests/lists.ts";
import { findStaleEdits } from "../../tools/mutation-tests/try-mutants.ts";
import { mutants as faultMutants } from "../../tools/money-tests/mutants.ts";

const mutants = [...Object.values(lists).flat(), ...faultMutants];

test("each mutant's text occurs exactly once in its file, and its test file exists", () => {
  expect(mutants.flatMap(findStaleEdits)).toEqual([]);
});

test("a changed text, a text that occurs twice and a missing file are found", () => {
  const file = "tools/mutation-tests/mutant.ts";
  const findStale = (from: string, at = file) =>
    findStaleEdits({ name: "x", edits: [{ file: at, from, to: "" }], tests });
  const tests = "tools/mutation-tests.test.ts";
  expect(findStale("export type Mutant")).toEqual([]);
  expect(findStale("no such text")).toHaveLength(1);
  expect(findStale("string;")).toHaveLength(1);
  expect(findStale("export type Mutant", "no/such.ts")).toHaveLength(1);
  expect(findStaleEdits({ name: "x", edits: [], tests: "no/such.test.ts" })).toHaveLength(1);
});

test("the names of mutants are different", () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
