import { type Socket, connect } from "node:net";

const answerMsMax = 10_000;

export interface Target {
  port: number;
  path: string;
  headers?: Record<string, string>;
  /** GET when left out. */
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** One kept-open HTTP/1.1 connection that does nothing but ask the same thing again; much cheaper than a full client. */
export class Connection {
  #socket: Socket;
  #request: Buffer;
  #received = "";
  #settle: { resolve(): void; reject(error: Error): void } | undefined;

  constructor({ port, path, headers = {}, method = "GET", body }: Target) {
    const text = body === undefined ? "" : JSON.stringify(body);
    const told = body === undefined ? {} : { "content-type": "application/json", "content-length": `${text.length}` };
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...told }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    this.#request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.setTimeout(answerMsMax, () => this.#socket.destroy(new Error("no answer in time")));
    this.#socket.on("data", (text: string) => this.#take(text));
    this.#socket.on("error", (error) => this.#settle?.reject(error));
    this.#socket.on("close", () => this.#settle?.reject(new Error("the server closed the connection")));
  }

  /** Asks once and resolves when the whole answer is here; anything but a 200 or 201 is an error. */
  ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#received = "";
      this.#socket.write(this.#request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    if (!isWhole(this.#received)) return;
    const isFine = /^HTTP\/1\.1 20[01] /.test(this.#received);
    if (isFine) this.#settle?.resolve();
    else this.#settle?.reject(new Error(`answered: ${this.#received.slice(0, 300)}`));
  }
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, headEnd))?.[1];
  if (length === undefined) return answer.endsWith("0\r\n\r\n");
  return answer.length - headEnd - 4 >= Number(length);
}
