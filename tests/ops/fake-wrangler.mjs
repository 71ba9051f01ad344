#!/usr/bin/env node
// A fake of wrangler 4.116 and its Cloudflare account. The account is one JSON file, from which fake-edge.ts serves.
// Each rule cites where wrangler or Cloudflare documents it.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const {
  FAKE_CLOUDFLARE = "",
  WRANGLER_OUTPUT_FILE_PATH = "",
  CLOUDFLARE_API_TOKEN,
  CLOUDFLARE_API_BASE_URL,
  CLOUDFLARE_ACCOUNT_ID,
} = process.env;
const token = "cloudflare_sandbox";
const accountFile = join(FAKE_CLOUDFLARE, "account.json");
const account = existsSync(accountFile)
  ? JSON.parse(readFileSync(accountFile, "utf8"))
  : { workers: {}, hosts: {}, fresh_hosts: {} };
appendFileSync(join(FAKE_CLOUDFLARE, "calls.ndjson"), `${JSON.stringify(process.argv.slice(2))}\n`);

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    env: { type: "string" },
    config: { type: "string" },
    "secrets-file": { type: "string" },
    assets: { type: "string" },
    message: { type: "string" },
    json: { type: "boolean" },
    "latest-version": { type: "boolean" },
    yes: { type: "boolean" },
    "retention-days": { type: "string" },
  },
});

function fail(text) {
  console.error(`✘ [ERROR] ${text}`);
  process.exit(1);
}
// Without a terminal wrangler cannot ask for a sign-in; "login" replaces the browser.
if (CLOUDFLARE_API_TOKEN !== token && !account.is_signed_in && positionals[0] !== "login") {
  fail("In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable.");
}
function save() {
  // Replaced atomically, because the edge reads the file with each request.
  writeFileSync(`${accountFile}.new`, JSON.stringify(account, null, 2));
  renameSync(`${accountFile}.new`, accountFile);
}

/** Parsed by wrangler itself, because it decides what an environment inherits, such as routes. */
async function readConfig() {
  const { unstable_readConfig } = await import("wrangler");
  const config = join(FAKE_CLOUDFLARE, "wrangler.toml");
  return unstable_readConfig({ config, ...(values.env && { env: values.env }) }, { hideWarnings: true });
}
/** wrangler reads the name from the configuration; here it is fixed, because parsing takes a second. */
const name = values.env ? `crunchbox-${values.env}` : "crunchbox";
const worker = account.workers[name];
const requireWorker = () =>
  worker ??
  fail("A request to the Cloudflare API failed.\n  This Worker does not exist on your account. [code: 10007]");

function addVersion(version) {
  const id = randomUUID();
  account.workers[name] ??= { versions: [], deployments: [] };
  account.workers[name].versions.push({ id, ...version });
  return id;
}
function deploy(shares) {
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0);
  if (total !== 100) fail(`The specified traffic percentages add up to ${total}%.`);
  account.workers[name].deployments.push({ shares, answered: 0 });
}

function upload(config) {
  const file = values["secrets-file"];
  const fileSecrets = file ? JSON.parse(readFileSync(file, "utf8")) : {};
  const duplicateName = Object.keys(fileSecrets).find((each) => Object.hasOwn(config.vars, each));
  // "Binding name already in use" (10053): one name cannot be both a variable and a secret.
  if (duplicateName)
    fail(`A request to the Cloudflare API failed.\n  Binding name '${duplicateName}' already in use. [code: 10053]`);
  // --secrets-file "applies additively with secrets from previous deployments" (wrangler versions upload --help)
  const secrets = { ...worker?.versions.at(-1)?.secrets, ...fileSecrets };
  for (const each of Object.keys(config.vars)) delete secrets[each];
  const id = addVersion({ vars: config.vars, secrets, message: values.message ?? "" });
  const folder = join(FAKE_CLOUDFLARE, "versions", id);
  mkdirSync(folder, { recursive: true });
  cpSync(dirname(config.main), join(folder, "worker"), { recursive: true });
  cpSync(values.assets ?? config.assets.directory, join(folder, "client"), { recursive: true });
  return id;
}

function takeRoutes(config) {
  for (const route of config.routes ?? []) {
    const host = (typeof route === "string" ? route : route.pattern).replace(/\/.*$/, "");
    // Without a terminal wrangler sets override_existing_origin (publishCustomDomains): it neither asks nor refuses.
    if (!account.hosts[host]) account.fresh_hosts[host] = 3;
    account.hosts[host] = name;
  }
}

const writeOutput = (type, version_id) =>
  writeFileSync(
    WRANGLER_OUTPUT_FILE_PATH,
    `${JSON.stringify({ type: "wrangler-session" })}\n${JSON.stringify({ type, version_id })}\n`,
  );

/** Calls Cloudflare's API for resources that the doctor checks there. */
async function callApi(path, body, method = "POST") {
  const url = `${CLOUDFLARE_API_BASE_URL}/accounts/${CLOUDFLARE_ACCOUNT_ID}${path}`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url, body ? { method, headers, body: JSON.stringify(body) } : { headers });
  if (!answer.ok) fail(`A request to the Cloudflare API failed.\n  ${await answer.text()}`);
  return (await answer.json()).result;
}

const commands = {
  login: () => {
    account.is_signed_in = true;
  },
  "queues create": ([queue_name]) => callApi("/queues", { queue_name }),
  "r2 bucket create": ([bucket]) => callApi("/r2/buckets", { name: bucket }),
  // wrangler r2 bucket lock add <bucket> [name] [prefix] --retention-days
  "r2 bucket lock add": async ([bucket, id, prefix]) => {
    const path = `/r2/buckets/${bucket}/lock`;
    const { rules } = await callApi(path);
    const condition = { type: "Age", maxAgeSeconds: Number(values["retention-days"]) * 86_400 };
    await callApi(path, { rules: [...rules, { id, prefix, enabled: true, condition }] }, "PUT");
  },
  "deployments status": () => {
    const last = requireWorker().deployments.at(-1) ?? fail("The Worker has no deployments.");
    const versions = Object.entries(last.shares).map(([version_id, percentage]) => ({ version_id, percentage }));
    console.log(JSON.stringify({ versions }, null, 2));
  },
  deploy: async () => {
    const config = await readConfig();
    const id = upload(config);
    deploy({ [id]: 100 });
    takeRoutes(config);
    writeOutput("deploy", id);
  },
  "versions upload": async () => {
    requireWorker();
    writeOutput("version-upload", upload(await readConfig()));
  },
  "versions deploy": (specs) => {
    const shares = Object.fromEntries(
      specs.map((spec) => spec.split("@")).map(([id, share]) => [id, parseFloat(share)]),
    );
    const unknown = Object.keys(shares).find((id) => !requireWorker().versions.some((version) => version.id === id));
    if (unknown) fail(`There is no version ${unknown}. [code: 10017]`);
    deploy(shares);
  },
  "versions secret list": () => {
    const { id, secrets = {} } = requireWorker().versions.at(-1);
    console.log(`-- Version ${id} (0%) secrets --`);
    for (const each of Object.keys(secrets)) console.log(`Secret Name: ${each}`);
  },
  "versions secret delete": ([secret]) => {
    const latest = requireWorker().versions.at(-1);
    const { [secret]: gone, ...secrets } = latest.secrets;
    if (gone === undefined) fail(`Secret ${secret} does not exist.`);
    const { id: _before, ...rest } = latest;
    const id = addVersion({ ...rest, secrets, message: values.message ?? "" });
    cpSync(join(FAKE_CLOUDFLARE, "versions", latest.id), join(FAKE_CLOUDFLARE, "versions", id), { recursive: true });
    console.log(`✨ Success! Created version ${id} with deleted secret ${secret}.`);
  },
  "secret put": ([secret]) => {
    const value = readFileSync(0, "utf8");
    // createDraftWorker of wrangler: without a terminal it answers "Do you want to create a new Worker" with yes.
    if (!worker) deploy({ [addVersion({ vars: {}, secrets: {}, message: "", is_draft: true })]: 100 });
    const { versions, deployments } = account.workers[name];
    const latest = versions.at(-1);
    if (!Object.hasOwn(deployments.at(-1).shares, latest.id)) {
      fail("Secret edit failed. You attempted to modify a secret, but the latest version isn't currently deployed.");
    }
    latest.secrets[secret] = value;
  },
  "triggers deploy": async () => takeRoutes(await readConfig()),
};

const typedCommand = positionals.join(" ");
const commandName = Object.keys(commands).find((words) => `${typedCommand} `.startsWith(`${words} `));
if (!commandName) fail(`Unknown arguments: ${positionals.join(", ")}`);
await commands[commandName](positionals.slice(commandName.split(" ").length));
save();
