import { expect, test } from "vitest";
import { getPluginManifest } from "../../../worker/contract/v1/client/plugins.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession } from "../../support/factories.ts";

test("the demonstration data: what two plugins share and the chain of three, for Acme and for Globex", async () => {
  const fetchPlugins = async (email: string, filters: Record<string, string> = {}) => {
    const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
    const client = createClient({ session: await createSession(user?.id ?? "") });
    const { pluginwares } = (await client.call(getPluginManifest, { query: filters })).reply();
    const demoPlugins = ["color-maps", "lims-export", "spectral-analysis", "fleet-monitor", "report-kit"];
    return pluginwares
      .filter(({ plugin }) => demoPlugins.includes(plugin.name))
      .map(({ plugin, version, dependencywares }) => [
        `${plugin.name} ${version}`,
        dependencywares.map((ware) => `${ware.name} ${ware.version}`),
      ]);
  };
  const tables = ["units 1.0.0", "colour-tables 1.1.0"];
  expect(await fetchPlugins("user@acme.test")).toEqual([
    ["color-maps 1.1.0", tables],
    ["fleet-monitor 4.2.1", []],
    ["lims-export 1.3.0", ["units 1.0.0"]],
  ]);
  expect(await fetchPlugins("owner@globex.test", { target_app_version: "5.1.0" })).toEqual([
    ["color-maps 1.0.0", []],
    ["spectral-analysis 2.1.0", [...tables, "plot-kernel 3.0.0"]],
  ]);
  const stagingPlugins = await fetchPlugins("beta@acme.test", { build_env: "staging" });
  expect(stagingPlugins).toContainEqual(["report-kit 1.0.0", ["units 2.0.0"]]);
});
