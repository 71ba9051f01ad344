import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { workerUrl } from "../../support/app.ts";
import { visitor } from "../../support/actors.ts";
import { createUser, password } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";

const run = promisify(execFile);
const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", "#x27": "'" };
const toText = (html: string) => html.replace(/&([a-z#0-9]+);/g, (whole, name: string) => entities[name] ?? whole);

async function fetchCommands(path: string, titles = /^\d\. |^Read your/): Promise<string[]> {
  const html = await (await visitor().fetch(path)).text();
  const figures = [...html.matchAll(/<figcaption><span>([^<]*)<\/span>.*?<pre[^>]*><code>(.*?)<\/code>/gs)];
  return figures.filter(([, title = ""]) => titles.test(title)).map(([, , code = ""]) => toText(code));
}

test.each(["/docs", "/docs/guides/first-call"])(
  "%s leads from a password to a token in three commands, and to the orders",
  async (path) => {
    const user = await createUser();
    const folder = mkdtempSync(join(tmpdir(), "first-call-"));
    const commands = await fetchCommands(path);
    expect(commands).toHaveLength(4);
    const runCommand = async (command = "", variables: Record<string, string> = {}) => {
      const filledCommand = command
        .replaceAll("owner@globex.test", user.email)
        .replaceAll("Demo-1234!", password)
        .replace("THE-CODE", variables["code"] ?? "");
      expect(filledCommand).toContain(workerUrl);
      const { stdout } = await run("bash", ["-c", filledCommand.replaceAll("curl ", "curl -s ")], {
        cwd: folder,
        env: { ...process.env, TOKEN: variables["token"] ?? "", REFRESH_TOKEN: variables["refresh_token"] ?? "" },
      });
      return JSON.parse(stdout);
    };
    expect(await runCommand(commands[0])).toEqual({ success: true });
    const { text } = await sandbox.waitForMail(user.email, "sign-in code");
    const [, code = ""] = /^Code: (\w{6})$/m.exec(text) ?? [];
    expect(await runCommand(commands[1], { code })).toMatchObject({ success: true, user_id: user.id });
    const tokens = await runCommand(commands[2]);
    expect(tokens).toMatchObject({ success: true, token_type: "Bearer" });
    const orders = await runCommand(commands[3], { token: tokens.access_token });
    expect(orders).toEqual({ success: true, data: [], meta: { limit: 20, offset: 0, count: 0 } });
    const [renewal] = await fetchCommands("/docs/guides/first-call", /^Renew/);
    const renewedTokens = await runCommand(renewal, tokens);
    expect(renewedTokens).toMatchObject({ success: true, refresh_expires_at: tokens.refresh_expires_at });
  },
);
