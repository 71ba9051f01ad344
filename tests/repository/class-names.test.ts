import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const filesOf = (ending: string) => globSync(`{routes,worker,islands}/**/*.${ending}`, { cwd: root });
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Mails carry their styles themselves. */
const screens = filesOf("tsx").filter((file) => !file.startsWith("worker/mail/"));

test("every class that a screen names has a style", () => {
  const styled = new Set(filesOf("css").flatMap((file) => read(file).match(/(?<=\.)[a-z][\w-]*/g) ?? []));
  expect(styled.size).toBeGreaterThan(100);
  const unstyled = screens.flatMap((file) =>
    [...read(file).matchAll(/className="([^"]+)"/g)]
      .flatMap(([, names = ""]) => names.split(" "))
      .filter((name) => !styled.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unstyled).toEqual([]);
});
