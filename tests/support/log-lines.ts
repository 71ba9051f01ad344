import { expect } from "vitest";
import { until } from "../../sandbox/process/deadline.ts";
import { patienceMs } from "./patience.ts";

type Line = Record<string, unknown>;

export const parseLines = (lines: string[]): Line[] => lines.map((line) => JSON.parse(line));
export const requestLines = (lines: string[]) => parseLines(lines).filter((line) => line["event"] === "request");

/** The lines of one request, once its request line is printed. */
export async function waitForLines(lines: string[], id: string | null): Promise<Line[]> {
  const isThere = () => requestLines(lines).some((line) => line["request_id"] === id);
  expect(await until(patienceMs, isThere), `no line of request ${id}`).toBe(true);
  return parseLines(lines).filter((line) => line["request_id"] === id);
}
