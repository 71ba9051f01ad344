import { DatabaseError, Pool, type PoolClient, type QueryArrayConfig } from "pg";

/** A statement as Neon's HTTP driver sends it. */
export interface Statement {
  query: string;
  params: unknown[];
  arrayMode: boolean;
}

/** A result as Neon's HTTP driver reads it: every value is PostgreSQL's text. */
export interface StatementResult {
  command: string;
  rowCount: number | null;
  rows: unknown[];
  fields: unknown[];
  rowAsArray: boolean;
}

/** The compute could not be reached, so the statement certainly did not run. */
export class UnreachableError extends Error {}

export interface Sleep {
  /** Milliseconds from the first request to the first response. */
  wakes_in_ms: number;
  /**
   * Whether requests during the wake-up wait, as usual at Neon's proxy, or are refused, as after the proxy's timeout.
   */
  meanwhile: "wait" | "refuse";
  /** Milliseconds without requests until the compute sleeps again; null for never. */
  after_idle_ms: number | null;
}

/** The compute, which scales to zero (https://neon.com/docs/introduction/compute-lifecycle). */
export class Compute {
  #onWakeUp: () => void;
  #sleep: Sleep = { wakes_in_ms: 0, meanwhile: "wait", after_idle_ms: null };
  #state: "active" | "idle" | Promise<void> = "active";
  #idle: NodeJS.Timeout | undefined;

  constructor(onWakeUp: () => void) {
    this.#onWakeUp = onWakeUp;
  }

  suspend(sleep: Sleep): void {
    this.#sleep = sleep;
    this.#state = "idle";
    clearTimeout(this.#idle);
  }

  /** Waits until the compute runs; throws an UnreachableError if requests fail while it starts. */
  async reach(): Promise<void> {
    if (this.#state === "idle") this.#state = this.#start();
    if (this.#state === "active") return this.#countIdleTime();
    if (this.#sleep.meanwhile === "refuse") throw new UnreachableError("the compute is being started");
    await this.#state;
  }

  stop(): void {
    clearTimeout(this.#idle);
  }

  async #start(): Promise<void> {
    this.#onWakeUp();
    await new Promise((resolve) => setTimeout(resolve, this.#sleep.wakes_in_ms));
    this.#state = "active";
    this.#countIdleTime();
  }

  #countIdleTime(): void {
    clearTimeout(this.#idle);
    const { after_idle_ms } = this.#sleep;
    if (after_idle_ms === null) return;
    this.#idle = setTimeout(() => {
      this.#state = "idle";
    }, after_idle_ms);
  }
}

const maxConnections = 24;
const textTypes = { getTypeParser: () => (value: unknown) => value };

/** Runs statements, with one pool for each role and database. */
export class Statements {
  #port: number;
  #pools = new Map<string, Pool>();

  constructor(port: number) {
    this.#port = port;
  }

  /** Discards broken connections, so that PostgreSQL may restart. */
  async withClient<T>(connectionString: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient;
    try {
      client = await this.#pool(connectionString).connect();
    } catch (error) {
      if (error instanceof DatabaseError && error.code !== "57P03") throw error;
      throw new UnreachableError(error instanceof Error ? error.message : String(error));
    }
    let failure: Error | undefined;
    const onError = (error: Error) => {
      failure = error;
    };
    client.on("error", onError);
    try {
      return await work(client);
    } catch (error) {
      const isUsable = error instanceof DatabaseError && error.severity === "ERROR";
      if (!isUsable) failure ??= new Error("connection not usable any more");
      throw error;
    } finally {
      client.off("error", onError);
      client.release(failure);
    }
  }

  /**
   * Runs an unnamed statement, as Neon's proxy does (`query_txt` of its tokio-postgres2): PostgreSQL plans the
   * statement each time, while database functions cache their plans for the connection.
   */
  async run(client: PoolClient, statement: Statement): Promise<StatementResult> {
    const config: QueryArrayConfig & { queryMode: "extended" } = {
      text: statement.query,
      values: statement.params,
      rowMode: "array",
      types: textTypes,
      queryMode: "extended",
    };
    return toResult(await client.query(config), statement.arrayMode);
  }

  /** Closes each connection after its current request; new connections use the database's new settings. */
  renew(): void {
    const oldPools = [...this.#pools.values()];
    this.#pools.clear();
    for (const pool of oldPools) void pool.end();
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  #pool(connectionString: string): Pool {
    const existingPool = this.#pools.get(connectionString);
    if (existingPool) return existingPool;
    const url = new URL(connectionString);
    const pool = new Pool({
      host: "127.0.0.1",
      port: this.#port,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      ssl: false,
      max: maxConnections,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
    });
    // PostgreSQL may close an idle connection, which the pool then replaces.
    pool.on("error", () => undefined);
    // A connection may break before `withClient` listens for errors: the server's first response and its shutdown
    // message may arrive in one packet.
    pool.on("connect", (client) => client.on("error", () => undefined));
    this.#pools.set(connectionString, pool);
    return pool;
  }
}

function toResult(
  result: { command: string; rowCount: number | null; rows: unknown[][]; fields: { name: string }[] },
  arrayMode: boolean,
): StatementResult {
  const rows = arrayMode
    ? result.rows
    : result.rows.map((row) => Object.fromEntries(row.map((value, i) => [result.fields[i]?.name, value])));
  // V8's JSON.stringify starts again on a slow path when it finds an object that is not plain.
  const fields = result.fields.map((field) => ({ ...field }));
  return { command: result.command, rowCount: result.rowCount, rows, fields, rowAsArray: arrayMode };
}
