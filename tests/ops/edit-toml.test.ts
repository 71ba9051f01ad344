import { expect, test } from "vitest";
import { setInToml } from "../../ops/setup/edit-toml.ts";

const text = `# The shop.
name = "crunchbox"
workers_dev = false

# Public settings.
[vars]
PUBLIC_URL = "https://crunchbox.example.com"

[[queues]]
queue = "wake-ups"

[env.staging]
routes = []

[env.staging.vars]
PUBLIC_URL = "https://staging.crunchbox.example.com"
`;
const changedLines = (...change: [string, string, string]) => {
  const linesBefore = text.split("\n");
  return setInToml(text, ...change)
    .split("\n")
    .filter((line, i, after) => after.length === linesBefore.length && line !== linesBefore[i]);
};

test("a setting is replaced in its own section only, and everything else stays", () => {
  expect(changedLines("vars", "PUBLIC_URL", '"https://a.test"')).toEqual(['PUBLIC_URL = "https://a.test"']);
  expect(setInToml(text, "env.staging.vars", "PUBLIC_URL", '"https://b.test"')).toBe(
    text.replace('"https://staging.crunchbox.example.com"', '"https://b.test"'),
  );
  expect(changedLines("env.staging", "routes", "[1]")).toEqual(["routes = [1]"]);
});

test("a setting that is missing is added to its section, and a section that is missing at the end", () => {
  expect(setInToml(text, "", "routes", "[1]")).toBe(
    text.replace("workers_dev = false\n", "workers_dev = false\nroutes = [1]\n"),
  );
  expect(setInToml(text, "env.staging.vars", "STAGE", '"x"')).toBe(
    text.replace("[env.staging.vars]\n", '[env.staging.vars]\nSTAGE = "x"\n'),
  );
  expect(setInToml(text, "env.staging.placement", "region", '"aws:x"')).toBe(
    `${text}\n[env.staging.placement]\nregion = "aws:x"\n`,
  );
});
