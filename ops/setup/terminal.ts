import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandError } from "../target.ts";

export type Terminal = {
  say(text: string): void;
  /** A secret is not echoed. @throws CommandError at the end of input, as by Ctrl-D */
  ask(question: string, options?: { is_secret?: boolean }): Promise<string>;
  close(): void;
};

/** Lines from a pipe are buffered until a question needs them. */
export function openTerminal(): Terminal {
  let isMuted = false;
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY === true });
  const bufferedLines: string[] = [];
  const pendingReads: ((line: string | undefined) => void)[] = [];
  let isClosed = false;
  lines.on("line", (line) => {
    const answer = pendingReads.shift();
    if (answer) answer(line);
    else bufferedLines.push(line);
  });
  lines.on("SIGINT", () => lines.close());
  lines.on("close", () => {
    isClosed = true;
    for (const answer of pendingReads.splice(0)) answer(undefined);
  });
  return {
    say: (text) => console.log(text),
    async ask(question, { is_secret = false } = {}) {
      lines.setPrompt(`${question} `);
      // the question is the prompt, because readline redraws the line on corrections
      if (!isClosed) lines.prompt();
      isMuted = is_secret;
      const line =
        bufferedLines.shift() ??
        (isClosed ? undefined : await new Promise<string | undefined>((r) => pendingReads.push(r)));
      isMuted = false;
      // without an echo the cursor is still on the line of the question
      if (is_secret || !process.stdin.isTTY) process.stdout.write("\n");
      if (line === undefined) throw new CommandError("\nStopped. The same command continues here.");
      return line.trim();
    },
    close: () => lines.close(),
  };
}
