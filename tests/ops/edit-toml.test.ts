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

const multiline = `name = "crunchbox"
compatibility_flags = [ # of the runtime
  "nodejs_compat", # ] is no end
]

[vars] # public
NOTE = """
[env.staging]
PUBLIC_URL = "none"
"""
  PUBLIC_URL = "https://crunchbox.example.com"

[env.staging]
routes = [
  { pattern = "old.example.com", custom_domain = true },
  { pattern = 'a]b"', zone_name = "old" },
]
name = "staging"
`;

test("a value over several lines is replaced as a whole, and the next key stays outside of one", () => {
  expect(setInToml(multiline, "env.staging", "routes", "[1]")).toBe(
    multiline.replace(/routes = [\s\S]*?\n\]\n/, "routes = [1]\n"),
  );
  expect(setInToml(multiline, "", "routes", "[1]")).toBe(multiline.replace("]\n\n[vars]", "]\nroutes = [1]\n\n[vars]"));
  expect(setInToml(multiline, "vars", "PUBLIC_URL", '"https://a.test"')).toBe(
    multiline.replace('  PUBLIC_URL = "https://crunchbox.example.com"', 'PUBLIC_URL = "https://a.test"'),
  );
});

test.each([
  ["[[routes]]", '[[routes]]\npattern = "a.test"\n', "", "routes"],
  ["[[env.staging.routes]]", '[[env.staging.routes]]\npattern = "a.test"\n', "env.staging", "routes"],
  ['vars = { PUBLIC_URL = "https://a.test" }', 'vars = { PUBLIC_URL = "https://a.test" }\n', "vars", "PUBLIC_URL"],
  ['placement.mode = "smart"', 'placement.mode = "smart"\n', "placement", "region"],
  ["vars = {}", "[env.staging]\nvars = {}\n", "env.staging.vars", "PUBLIC_URL"],
])("a file with %s is left for its owner, because a second definition would break it", (form, toml, section, key) => {
  expect(() => setInToml(toml, section, key, '"x"')).toThrow(`wrangler.toml has \`${form}\`, which setup cannot edit`);
});
