// Runs on Node 20 or newer: installs the locked packages if they differ and, for an old Node, a newer one, then runs
// the command with it: `node sandbox/bootstrap.mjs <command> [arguments]`
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { helpText } from "./help.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const commands = {
  start: "sandbox/run/start.ts",
  dev: "sandbox/run/dev.ts",
  test: "tools/test/test.ts",
  check: "tools/test/check.ts",
  seed: "sandbox/run/seed.ts",
  bench: "tools/bench/bench.ts",
  money: "tools/money-tests/money.ts",
  mutants: "tools/mutation-tests/mutants.ts",
  new: "tools/new-call/new.ts",
  client: "tools/client/write-client.ts",
  house: "tools/house/house.ts",
  squash: "tools/squash/squash.ts",
  generate: "tools/squash/generate.ts",
  visual: "tools/visual-snapshots/visual-snapshots.ts",
  "first-admin": "db/first-admin.ts",
  text: "db/publish-text.ts",
  doctor: "ops/doctor/doctor.ts",
  deploy: "ops/deploy/deploy.ts",
  setup: "ops/setup/setup.ts",
  migrate: "ops/database/migrate.ts",
  roles: "ops/database/roles.ts",
  "audit-verify": "ops/audit/verify.ts",
  contracts: "ops/rehearse/contracts.ts",
  rehearse: "ops/rehearse/rehearse.ts",
  "stripe-endpoints": "ops/stripe/endpoints.ts",
};
// Older versions run neither TypeScript nor this wrangler and vitest.
const nodeMajorMin = 24;
const stopSignals = ["SIGINT", "SIGTERM"];
const killAfterMs = 4500;

const [command = "", ...args] = process.argv.slice(2);
if (command === "help") {
  console.log(helpText());
  process.exit(0);
}
const isProgram = command === "exec" && args.length > 0;
const script = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!script && !isProgram) {
  fail(`Unknown command "${command}". Use one of: ${Object.keys(commands).join(", ")}, help, exec <program>.`);
}

installPackages(root, "the locked packages");
const node = findNode();
if (script) run(script, args);
else run(join(root, "node_modules/.bin", args[0]), args.slice(1));

function fail(line) {
  console.error(line);
  process.exit(1);
}

function findNode() {
  // npm may just have replaced the Node package that runs this.
  const isNewEnough = Number(process.versions.node.split(".")[0]) >= nodeMajorMin;
  if (isNewEnough && existsSync(process.execPath)) return process.execPath;
  const folder = join(root, "sandbox/node");
  installPackages(folder, `a newer Node than ${process.version}`);
  const program = join(folder, "node_modules/.bin/node");
  if (!existsSync(program)) fail(`No Node for this machine is in ${folder}: install Node ${nodeMajorMin} or newer.`);
  return program;
}

function installPackages(folder, label) {
  const lockPath = join(folder, "package-lock.json");
  const stampPath = join(folder, "node_modules/.installed-lock");
  if (!existsSync(lockPath)) fail(`${lockPath} is missing: restore it with \`git checkout ${lockPath}\`.`);
  const lockText = readFileSync(lockPath, "utf8");
  const lockHash = createHash("sha256").update(lockText).digest("hex");
  if (existsSync(stampPath) && readFileSync(stampPath, "utf8").trim() === lockHash) return;
  if (!matchesInstalled(folder, JSON.parse(lockText))) {
    const reason = existsSync(join(folder, "node_modules")) ? "package-lock.json has changed" : "first run";
    console.log(`Installing ${label} (npm ci; ${reason}; this takes a minute or two) ...`);
    runNpm(folder);
  }
  writeFileSync(stampPath, `${lockHash}\n`);
}

function runNpm(cwd) {
  // Warnings only say that Node is too old for some packages, which the next step mends.
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd, stdio: "inherit" });
  if (npm.error) fail(`npm could not be started (${npm.error.message}). Install Node 20 or later together with npm.`);
  if (npm.signal) process.exit(stopSignals.includes(npm.signal) ? 0 : 1);
  if (npm.status !== 0) {
    fail("npm failed, see its lines above. Usual causes: no network or registry, a full disk. Then run this again.");
  }
}

// Saves a second install after a manual `npm ci`.
function matchesInstalled(folder, lock) {
  const recordPath = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(recordPath)) return false;
  const installed = JSON.parse(readFileSync(recordPath, "utf8")).packages ?? {};
  const locked = lock.packages ?? {};
  const isSame = (path) => locked[path]?.version === installed[path]?.version;
  return (
    Object.keys(installed).every(isSame) &&
    Object.keys(locked).every((path) => path === "" || locked[path].optional || isSame(path))
  );
}

function run(path, scriptArgs) {
  const child = spawn(node, [path, ...scriptArgs], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      NODE_COMPILE_CACHE: join(root, "dist/.compile-cache"),
      ...process.env,
      PATH: [join(root, "node_modules/.bin"), dirname(node), process.env.PATH ?? ""].join(":"),
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
