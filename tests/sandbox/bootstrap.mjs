// Runs on whatever Node (>= 20) the machine has: installs the locked packages when they are missing or stale,
// then hands over to the Node among them. `node tests/sandbox/bootstrap.mjs <command> [arguments]`.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const commands = {
  start: "tests/sandbox/run/start.ts",
  dev: "tests/sandbox/run/dev.ts",
  test: "tests/sandbox/run/test.ts",
  check: "tests/sandbox/run/check.ts",
  seed: "tests/sandbox/run/seed.ts",
  bench: "tests/bench/bench.ts",
  money: "tests/faults/money.ts",
};
const stopSignals = ["SIGINT", "SIGTERM"];
const killAfterMs = 4500;

const [command = "", ...args] = process.argv.slice(2);
const script = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!script) fail(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(", ")}.`);

installPackages();
run(script, args);

function fail(line) {
  console.error(line);
  process.exit(1);
}

function installPackages() {
  const lockPath = join(root, "package-lock.json");
  const stampPath = join(root, "node_modules/.installed-lock");
  if (!existsSync(lockPath)) fail("package-lock.json is missing: restore it with `git checkout package-lock.json`.");
  const lockText = readFileSync(lockPath, "utf8");
  const lockHash = createHash("sha256").update(lockText).digest("hex");
  const isStamped = existsSync(stampPath) && readFileSync(stampPath, "utf8").trim() === lockHash;
  if (isStamped && existsSync(join(root, "node_modules/.bin/node"))) return;
  if (!matchesInstalled(JSON.parse(lockText))) {
    const reason = existsSync(join(root, "node_modules")) ? "package-lock.json has changed" : "first run";
    console.log(`Installing the locked packages (npm ci; ${reason}; this takes a minute or two) ...`);
    runNpm();
    if (!matchesInstalled(JSON.parse(lockText))) fail("npm installed other versions than package-lock.json names.");
  }
  if (!existsSync(join(root, "node_modules/.bin/node"))) {
    fail("The npm package `node` did not install its program. Run `npm ci --ignore-scripts=false` and start again.");
  }
  writeFileSync(stampPath, `${lockHash}\n`);
}

function runNpm() {
  const ci = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["inherit", "inherit", "pipe"],
    encoding: "utf8",
  });
  // A lock made where some platforms' optional packages were not offered is refused by npm ci, before it changes anything.
  const isRefused = ci.status !== 0 && /can only install packages when your package\.json/.test(ci.stderr ?? "");
  if (!isRefused) process.stderr.write(ci.stderr ?? "");
  else
    console.log(
      "The lock lacks packages of other platforms, so npm ci refuses it: npm install takes the same versions.",
    );
  const npm = isRefused
    ? spawnSync("npm", ["install", "--no-save", "--no-audit", "--no-fund"], { cwd: root, stdio: "inherit" })
    : ci;
  if (npm.error) fail(`npm could not be started (${npm.error.message}). Install Node 20 or later together with npm.`);
  if (npm.signal) process.exit(npm.signal === "SIGINT" || npm.signal === "SIGTERM" ? 0 : 1);
  if (npm.status !== 0) {
    fail("npm failed, see its lines above. Usual causes: no network or registry, a full disk. Then run this again.");
  }
}

// npm leaves a record of what it installed: someone who ran `npm ci` by hand need not wait for a second one.
function matchesInstalled(lock) {
  const recordPath = join(root, "node_modules/.package-lock.json");
  if (!existsSync(recordPath) || !existsSync(join(root, "node_modules/.bin/node"))) return false;
  const installed = JSON.parse(readFileSync(recordPath, "utf8")).packages ?? {};
  const locked = lock.packages ?? {};
  const isSame = (path) => locked[path]?.version === installed[path]?.version;
  return (
    Object.keys(installed).every((path) => isSame(path) || (!locked[path] && installed[path].optional)) &&
    Object.keys(locked).every((path) => path === "" || locked[path].optional || isSame(path))
  );
}

function run(path, scriptArgs) {
  const child = spawn(join(root, "node_modules/.bin/node"), [path, ...scriptArgs], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      NODE_COMPILE_CACHE: join(root, "node_modules/.compile-cache"),
      ...process.env,
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
    },
  });
  let isStopping = false;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      child.kill(signal);
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => child.kill("SIGKILL"), killAfterMs).unref();
    });
  }
  child.on("error", (error) => fail(`${path} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (isStopping && stopSignals.includes(signal) ? 0 : 1)));
}
