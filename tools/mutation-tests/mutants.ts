import { parseArgs } from "node:util";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { stopSteps } from "../../sandbox/process/run-step.ts";
import { Refusal } from "../../sandbox/process/settings.ts";
import { toBatches } from "./batches.ts";
import { lists } from "./lists.ts";
import { findStaleEdits, tryMutants } from "./try-mutants.ts";

await runCommand(runMutants);

/**
 * `npm run test:mutants` applies mistakes that tests must find. `-- sessions` selects by a word of name or list, `--
 * --alone` gives each its own build, `-- --list` prints them.
 */
async function runMutants(lifecycle: Lifecycle): Promise<number> {
  await lifecycle.add(stopSteps);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { alone: { type: "boolean" }, list: { type: "boolean" } },
  });
  const words = positionals.map((word) => word.toLowerCase());
  const isSelected = (text: string) => words.length === 0 || words.some((word) => text.toLowerCase().includes(word));
  const selectedMutants = Object.entries(lists).flatMap(([list, all]) =>
    all.filter(({ name }) => isSelected(`${list} ${name}`)),
  );
  if (selectedMutants.length === 0)
    throw new Refusal(`No mutant is called ${positionals.join(" or ")}: see them with --list.`);
  const staleMessages = selectedMutants.flatMap(findStaleEdits);
  for (const line of staleMessages) console.log(`stale: ${line}`);
  const batches = toBatches(
    selectedMutants.filter((mutant) => findStaleEdits(mutant).length === 0),
    values.alone ? 1 : undefined,
  );
  if (values.list) {
    for (const [index, batch] of batches.entries())
      for (const { name, tests } of batch) console.log(`${index + 1}  ${name}  ${tests}`);
    return staleMessages.length === 0 ? 0 : 1;
  }
  const lines: string[] = [];
  for (const batch of batches) {
    if (lifecycle.isStopping) break;
    const startedAt = performance.now();
    for (const [{ name }, { end, details }] of await tryMutants(batch)) {
      lines.push(`${end.padEnd(8)}  ${name}`);
      console.log(`${lines.at(-1)}\n            ${details}`);
    }
    console.log(`${batch.length} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  if (lifecycle.isStopping) return 1;
  const killed = lines.filter((line) => line.startsWith("killed"));
  console.log(`\n${lines.toSorted().join("\n")}\n${killed.length} of ${selectedMutants.length} were found`);
  return killed.length === selectedMutants.length ? 0 : 1;
}
