import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";

const usage = `Usage: DATABASE_URL=postgres://... npm run db:first-admin -- --organization NAME --email ADDRESS
  --first-name NAME --last-name NAME [--license FILE.html --license-version TEXT]

Without DATABASE_URL it is the database of \`npm start\`.

Makes the shop's own organization and its first administrator, and stores a license agreement. Running it again changes
nothing that is there. Afterwards the administrator opens /recover-password: the link that comes sets the first password.
The first sign-in leads to /portal/security, where they add a passkey or an authenticator app: without one nothing else
works, unless the setting ADMIN_SECOND_FACTOR is "optional".`;

const { values } = parseArgs({
  options: {
    organization: { type: "string" },
    email: { type: "string" },
    "first-name": { type: "string" },
    "last-name": { type: "string" },
    license: { type: "string" },
    "license-version": { type: "string" },
  },
});

function findSandboxUrl(): string | undefined {
  const file = join(process.env["DATA_DIR"] || ".local", "settings.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).MIGRATION_DATABASE_URL : undefined;
}

const DATABASE_URL = process.env["DATABASE_URL"] || findSandboxUrl();
const {
  organization,
  email,
  "first-name": firstName,
  "last-name": lastName,
  license,
  "license-version": version,
} = values;
if (!DATABASE_URL || !organization || !email || !firstName || !lastName || Boolean(license) !== Boolean(version)) {
  console.error(usage);
  process.exit(1);
}

if (license && !existsSync(license)) {
  console.error(`There is no file ${license}: --license names the HTML of your license agreement.`);
  process.exit(1);
}
const html = license && readFileSync(license, "utf8");

const client = new Client({ connectionString: DATABASE_URL });
await client.connect();
await client.query("begin");
await client.query("insert into organizations (name, is_house) values ($1, true) on conflict do nothing", [
  organization.trim(),
]);
const creation = await client.query(
  `insert into users (org_id, email, first_name, last_name, roles)
   select id, $2, $3, $4, '{admin,user}' from organizations where lower(btrim(name)) = lower($1) and is_house
   on conflict do nothing returning id`,
  [organization.trim(), email.trim().toLowerCase(), firstName.trim(), lastName.trim()],
);
if (html && version) {
  await client.query("insert into license_agreements (version, html) values ($1, $2) on conflict do nothing", [
    version,
    html,
  ]);
}
await client.query("commit");
await client.end();
console.log(
  creation.rowCount
    ? `${email} is an administrator of ${organization} now. To begin:
1. Ask for a password at /recover-password, and follow the mail.
2. Sign in, and add a passkey or an authenticator app at /portal/security: the console opens after that.
3. Print the backup codes. Nobody else can let you in before there is a second administrator.`
    : `Nothing changed: ${email} is there already, or ${organization} is a customer.`,
);
