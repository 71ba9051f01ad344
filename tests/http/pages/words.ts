import { expect } from "vitest";
import type { Client } from "../../support/client.ts";

type Options = { status?: number; headers?: Record<string, string> };

const settingsMenus = /<nav[^>]*settings-rail.*?<\/nav>|<details[^>]*settings-menu.*?<\/details>/gs;

/** Visible text of the page's main part, without the menus of the settings. */
export async function readWords(client: Client, path: string, { status = 200, headers = {} }: Options = {}) {
  const answer = await client.fetch(path, { headers });
  expect(answer.status, path).toBe(status);
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
  return (
    main
      .replaceAll(settingsMenus, " ")
      // `<i>` splits a figure into its currency and its amount.
      .replaceAll(/<\/?i>/g, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&#x27;", "'")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}
