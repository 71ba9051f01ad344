import { Refusal } from "./settings.ts";

type Stop = () => Promise<unknown> | unknown;

const stopMsMax = 4200;

/** What must be ended when the command ends, last started first. */
export class Lifecycle {
  #stops: Stop[] = [];
  #stopping: Promise<void> | undefined;

  /** Remembers how to end something that was started; ends it at once when the command is already stopping. */
  async add(stop: Stop): Promise<void> {
    if (this.#stopping) await stop();
    else this.#stops.push(stop);
  }

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Ends everything once, however often it is called. */
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
 * Runs a command to its end or until SIGINT, SIGTERM or the death of the parent, ends what it started, then exits:
 * 0 after a stop that was asked for, 1 after a failure, else what `command` returned. `"stay"` keeps it running.
 */
export async function runCommand(command: (lifecycle: Lifecycle) => Promise<number | "stay">): Promise<void> {
  const lifecycle = new Lifecycle();
  const stopAndExit = async (code: number) => {
    setTimeout(() => process.exit(1), stopMsMax).unref();
    await lifecycle.stop();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stopAndExit(0));
  // The parent was killed without a chance to tell us.
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
