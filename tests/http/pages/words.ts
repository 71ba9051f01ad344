import { expect } from "vitest";
import type { Client } from "../../support/client.ts";

type Asked = { status?: number; headers?: Record<string, string> };

/** The settings' menus beside the page. */
const settingsMenus = /<nav[^>]*settings-rail.*?<\/nav>|<details[^>]*settings-menu.*?<\/details>/gs;

/** The visible text of a page's main part; fails for any other status. */
export async function readWords(client: Client, path: string, { status = 200, headers = {} }: Asked = {}) {
  const answer = await client.fetch(path, { headers });
  expect(answer.status, path).toBe(status);
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
  return (
    main
      .replaceAll(settingsMenus, " ")
      // the currency of a figure is drawn smaller, and read with it
      .replaceAll(/<\/?i>/g, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&#x27;", "'")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}
