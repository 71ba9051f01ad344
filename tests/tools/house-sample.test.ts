import { expect, test } from "vitest";
import { findComments, drawSample, findNames } from "../../tools/house/sample.ts";

const source = `/** Cents. */
type Price = { net: number };
// first
// second
export const addTax = (price: Price, rate = 1) => {
  const total = price.net * rate;
  return total;
};
/**
 * Two
 * lines.
 */
class Cart {}
function buy(cart: Cart) {}
`;

test("comments are read in one line each, with their place", () => {
  expect(findComments("a.ts", source)).toEqual([
    { file: "a.ts", line: 1, text: "Cents." },
    { file: "a.ts", line: 3, text: "first" },
    { file: "a.ts", line: 4, text: "second" },
    { file: "a.ts", line: 9, text: "Two lines." },
  ]);
});

test("names of functions, variables, parameters, types and classes are read", () => {
  const names = findNames("a.ts", source).map(({ line, text }) => `${line} ${text}`);
  expect(names.toSorted()).toEqual([
    "13 Cart",
    "14 buy",
    "14 cart",
    "2 Price",
    "5 addTax",
    "5 price",
    "5 rate",
    "6 total",
  ]);
});

test("a seed draws the same places each time, another seed others, and no place twice", () => {
  const places = Array.from({ length: 500 }, (_, index) => ({ file: "a.ts", line: index + 1, text: "x" }));
  const drawn = drawSample(places, "one", 60);
  expect(drawn).toEqual(drawSample(places.toReversed(), "one", 60));
  expect(new Set(drawn.map(({ line }) => line)).size).toBe(60);
  expect(drawSample(places, "two", 60)).not.toEqual(drawn);
});
