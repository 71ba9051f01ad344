import { type Socket, connect } from "node:net";

const answerMsMax = 10_000;

export interface Target {
  port: number;
  path: string;
  headers?: Record<string, string>;
  /** Default: GET. */
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** A keep-alive HTTP/1.1 connection that repeats one request at a much lower cost than a full client. */
export class Connection {
  #socket: Socket;
  #port: number;
  #request: Buffer;
  /** `#head` buffers the response until its head is complete; `#missing` counts the body bytes still to come. */
  #head: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  #missing: number | "last chunk" | undefined;
  #settle: { resolve(): void; reject(error: Error): void } | undefined;
  #isIdempotent: boolean;
  #hasAnswered = false;
  /** Whether the request is sent again if the connection closes before the first byte of its response. */
  #mayRepeat = false;

  constructor({ port, path, headers = {}, method = "GET", body }: Target) {
    const bodyText = body === undefined ? "" : JSON.stringify(body);
    const bodyHeaders =
      body === undefined ? {} : { "content-type": "application/json", "content-length": `${bodyText.length}` };
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, ...bodyHeaders }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    this.#request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${bodyText}`);
    this.#port = port;
    this.#isIdempotent = method === "GET";
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    socket.setTimeout(answerMsMax, () => {
      this.#mayRepeat = false;
      socket.destroy(new Error("no answer in time"));
    });
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    const fail = (error: Error) => {
      if (socket !== this.#socket) return;
      if (this.#settle && this.#mayRepeat && this.#head.length === 0) this.#send(this.#connect());
      else this.#settle?.reject(error);
    };
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("the server closed the connection")));
    return socket;
  }

  /** Sends the request; rejects any status but 200 and 201. */
  ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      // workerd closes a connection that was idle for 5 seconds, sometimes while the next request is on its way. Like
      // browsers, this client then sends an idempotent request again (RFC 9112, 9.3.1).
      const isOpen = this.#socket.writable && !this.#socket.readableEnded;
      this.#mayRepeat = this.#isIdempotent && this.#hasAnswered;
      this.#send(isOpen ? this.#socket : this.#connect());
    });
  }

  #send(socket: Socket): void {
    if (socket !== this.#socket) this.#mayRepeat = false;
    this.#socket = socket;
    this.#head = Buffer.alloc(0);
    this.#missing = undefined;
    socket.write(this.#request);
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  /** Counts bytes without collecting them, because the load must cost less than the server. */
  #take(bytes: Buffer): void {
    if (this.#missing === undefined) {
      this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const headEnd = this.#head.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head.toString("latin1", 0, headEnd))?.[1];
      this.#missing = length === undefined ? "last chunk" : Number(length) + headEnd + 4 - this.#head.length;
    } else if (this.#missing !== "last chunk") this.#missing -= bytes.length;
    const isWhole = this.#missing === "last chunk" ? bytes.subarray(-5).toString() === "0\r\n\r\n" : this.#missing <= 0;
    if (isWhole) this.#finish();
  }

  #finish(): void {
    this.#hasAnswered = true;
    const beginning = this.#head.toString("latin1", 0, 300);
    if (/^HTTP\/1\.1 20[01] /.test(beginning)) this.#settle?.resolve();
    else this.#settle?.reject(new Error(`answered: ${beginning}`));
  }
}
