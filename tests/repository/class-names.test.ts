import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const findFiles = (ending: string) => globSync(`{routes,worker,islands}/**/*.${ending}`, { cwd: root });
const readText = (file: string) => readFileSync(join(root, file), "utf8");

/** Screens; mails are left out, because they contain their own styles. */
const screens = findFiles("tsx").filter((file) => !file.startsWith("worker/mail/"));

test("every class that a screen names has a style", () => {
  const styledClasses = new Set(findFiles("css").flatMap((file) => readText(file).match(/(?<=\.)[a-z][\w-]*/g) ?? []));
  expect(styledClasses.size).toBeGreaterThan(100);
  const unstyledClasses = screens.flatMap((file) =>
    [...readText(file).matchAll(/className="([^"]+)"/g)]
      .flatMap(([, names = ""]) => names.split(" "))
      .filter((name) => !styledClasses.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unstyledClasses).toEqual([]);
});
