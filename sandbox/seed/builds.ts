/** Builds that the next imports of the demo shop find in the fake build registry. */
const builds = [
  { kind: "flowpoint", name: "flowpoint", version: "5.4.0", size: 5_200_000 },
  { kind: "plugin", name: "fleet-monitor", version: "4.4.0", size: 880_000, compatible_app_version: ">=5.1.0 <6" },
  { kind: "dependency", name: "peak-kernel", version: "1.0.0", size: 340_000 },
  {
    kind: "plugin",
    name: "peak-finder",
    version: "1.0.0",
    size: 410_000,
    compatible_app_version: ">=5.0.0 <6",
    dependencies: [{ name: "peak-kernel", version: "1.0.0" }],
  },
];

export async function seedBuilds(sandboxUrl: string): Promise<void> {
  const known: unknown[] = await (await fetch(`${sandboxUrl}/builds.json`)).json();
  if (known.length > 0) return;
  for (const build of builds) {
    const released = await fetch(`${sandboxUrl}/builds`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(build),
    });
    if (!released.ok) throw new Error(`The registry did not take the demo builds: ${await released.text()}`);
  }
}
