import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "./process/data-dir.ts";
import { Refusal } from "./process/settings.ts";

const secretsSchema = z.object({
  superuser_password: z.string(),
  database_password: z.string(),
  code_pepper: z.string().min(32),
  captcha_secret: z.string(),
  email_api_key: z.string(),
  sms_auth_token: z.string(),
  // Secrets that an older data directory may lack.
  net_suite_private_key: z.string().default(generatePrivateKey),
  fulex_client_secret: z.string().default(randomSecret),
  builds_token: z.string().default(randomSecret),
});

/** Generated at the first start. */
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Reads the secrets, or generates them for a new data directory. Throws a Refusal if existing data has no readable
 * secrets.
 */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "secrets.json");
  if (existsSync(path)) {
    try {
      const savedText = readFileSync(path, "utf8");
      const secrets = secretsSchema.parse(JSON.parse(savedText));
      if (savedText !== toText(secrets)) write(path, secrets);
      return secrets;
    } catch {
      throw new Refusal(`${path} is damaged: delete ${dataDir} (its data is lost) or set another DATA_DIR.`);
    }
  }
  const postgres = join(dataDir, "postgres");
  if (existsSync(postgres) && readdirSync(postgres).length > 0) {
    throw new Refusal(
      `${postgres} is only half there (no ${path}): delete it (its data is lost) or set another DATA_DIR.`,
    );
  }
  const secrets: Secrets = {
    superuser_password: randomSecret(),
    database_password: randomSecret(),
    code_pepper: randomSecret(),
    captcha_secret: `sandbox_${randomSecret()}`,
    email_api_key: `re_${randomSecret()}`,
    sms_auth_token: randomSecret(),
    net_suite_private_key: generatePrivateKey(),
    fulex_client_secret: randomSecret(),
    builds_token: `github_pat_${randomSecret()}`,
  };
  makeFolder(dataDir);
  write(path, secrets);
  return secrets;
}

const toText = (secrets: Secrets): string => `${JSON.stringify(secrets, null, 2)}\n`;

const write = (path: string, secrets: Secrets): void => writeFileSync(path, toText(secrets), { mode: 0o600 });

/** 2,048 bits, below NetSuite's minimum of 3,072, because their generation is much faster. */
function generatePrivateKey(): string {
  const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function randomSecret(): string {
  return randomBytes(24).toString("hex");
}
