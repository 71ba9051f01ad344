import type { Page, Request } from "playwright";

/** Holds every request to a path until `release` is called; `seen` has the held requests. */
export async function hold(page: Page, path: string): Promise<{ seen: Request[]; release: () => void }> {
  const requests: Request[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    requests.push(route.request());
    await promise;
    await route.continue();
  });
  return { seen: requests, release: resolve };
}
