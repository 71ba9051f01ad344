import { expect } from "vitest";
import { until } from "../../sandbox/process/deadline.ts";
import { patienceMs } from "./patience.ts";

type Line = Record<string, unknown>;

export const parseLines = (lines: string[]): Line[] => lines.map((line) => JSON.parse(line));
export const findRequestLines = (lines: string[]) => parseLines(lines).filter((line) => line["event"] === "request");

/** Waits for the last line of a request and returns all its lines. */
export async function waitForLines(lines: string[], id: string | null): Promise<Line[]> {
  const isLogged = () => findRequestLines(lines).some((line) => line["request_id"] === id);
  expect(await until(patienceMs, isLogged), `no line of request ${id}`).toBe(true);
  return parseLines(lines).filter((line) => line["request_id"] === id);
}
