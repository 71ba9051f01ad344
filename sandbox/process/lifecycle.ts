import { Refusal } from "./settings.ts";

type Stop = () => Promise<unknown> | unknown;

const stopMsMax = 4200;

/** Functions that stop what a command started, called in reverse order. */
export class Lifecycle {
  #stops: Stop[] = [];
  #stopping: Promise<void> | undefined;

  async add(stop: Stop): Promise<void> {
    if (this.#stopping) await stop();
    else this.#stops.push(stop);
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const stop of this.#stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
      }
    }
  }
}

/**
 * Runs a command until its end, SIGINT, SIGTERM, SIGHUP or the parent's death, stops what it started and exits: 0 after
 * a requested stop, 1 after a failure or a stop that takes too long, otherwise the command's result. The result
 * `"stay"` keeps the process running.
 */
export async function runCommand(command: (lifecycle: Lifecycle) => Promise<number | "stay">): Promise<void> {
  const lifecycle = new Lifecycle();
  const stopAndExit = async (code: number) => {
    setTimeout(() => process.exit(1), stopMsMax).unref();
    await lifecycle.stop();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stopAndExit(0));
  // The parent process was killed without a signal to this process.
  process.on("disconnect", () => void stopAndExit(0));
  process.channel?.unref();
  try {
    const outcome = await command(lifecycle);
    if (outcome !== "stay" && !lifecycle.isStopping) await stopAndExit(outcome);
  } catch (error) {
    if (lifecycle.isStopping) return;
    console.error(error instanceof Refusal ? error.message : error);
    await stopAndExit(1);
  }
}
