import axe from "axe-core";
import type { Page } from "playwright";

/**
 * What axe finds, short enough to read. Its half megabyte is read once for each document, and only what it finds is put
 * together (https://www.deque.com/axe/core-documentation/api-documentation/, "resultTypes").
 */
export async function findingsOf(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
