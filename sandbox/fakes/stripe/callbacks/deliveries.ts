import { isWanted, post } from "./callbacks.ts";
import type { EventRecord, World } from "../state.ts";

const retryAfterSeconds = [1, 5, 30, 300, 1800];
const lastRetryAfterSeconds = 3600;
const attemptsMax = 75;
const parallelMax = 4;

/** How held deliveries are sent. */
export interface Release {
  order: "as-made" | "shuffled";
  /** Deliveries of each event. */
  times: number;
  /** Number of events that are never sent. */
  drop: number;
}

/** Immediately with retries, or held until released. */
export class Deliveries {
  #world: World;
  #workerUrl: string;
  #queue: EventRecord[] = [];
  #held: EventRecord[] = [];
  #isHolding = false;
  #active = new Set<EventRecord>();
  #attempts = new Map<string, number>();
  #timers = new Set<NodeJS.Timeout>();
  #stop = new AbortController();

  constructor(world: World, workerUrl: string) {
    this.#world = world;
    this.#workerUrl = workerUrl;
    world.onEvent = (event) => this.#take(event);
  }

  /** Resumes deliveries from before a restart. */
  resume(): void {
    for (const event of this.#world.events.all()) if (event.delivery === "waiting") this.#enqueue(event);
  }

  hold(): void {
    this.#isHolding = true;
  }

  /** Sends held events in sequence, and returns to immediate delivery. */
  async release({ order, times, drop }: Release): Promise<{ sent: number; dropped: number }> {
    this.#isHolding = false;
    const heldDeliveries = this.#held.splice(0);
    if (order === "shuffled") shuffle(heldDeliveries);
    for (const event of heldDeliveries.splice(0, drop)) this.#mark(event, "lost");
    for (const event of heldDeliveries) {
      for (let sent = 0; sent < times; sent += 1) await this.#attempt(event);
    }
    return { sent: heldDeliveries.length * times, dropped: drop };
  }

  /** In the order of creation. */
  async repeat(times: number): Promise<{ sent: number }> {
    const events = [...this.#world.events.all()].filter(({ type }) => isWanted(type));
    for (let round = 0; round < times; round += 1) {
      for (const event of events) await post(this.#world, event, this.#workerUrl, this.#stop.signal);
    }
    return { sent: events.length * times };
  }

  /** `underway` lists the ids of events. */
  counts(): { held: number; underway: string[]; retrying: number } {
    const underway = [...this.#active, ...this.#queue].map(({ id }) => id);
    return { held: this.#held.length, underway, retrying: this.#timers.size };
  }

  stop(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #take(event: EventRecord): void {
    if (!isWanted(event.type)) return;
    this.#mark(event, "waiting");
    this.#enqueue(event);
  }

  #enqueue(event: EventRecord): void {
    if (this.#isHolding) this.#held.push(event);
    else {
      this.#queue.push(event);
      // Delivery starts after the response to the request that caused it.
      setImmediate(() => this.#drain());
    }
  }

  #drain(): void {
    while (this.#active.size < parallelMax) {
      const event = this.#queue.shift();
      if (!event) return;
      this.#active.add(event);
      void this.#attempt(event).finally(() => {
        this.#active.delete(event);
        this.#drain();
      });
    }
  }

  async #attempt(event: EventRecord): Promise<void> {
    const isAccepted = await post(this.#world, event, this.#workerUrl, this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    if (isAccepted) {
      this.#attempts.delete(event.id);
      this.#mark(event, "delivered");
    } else if (event.delivery === "waiting") this.#retry(event);
  }

  #retry(event: EventRecord): void {
    const attempts = (this.#attempts.get(event.id) ?? 0) + 1;
    this.#attempts.set(event.id, attempts);
    if (attempts >= attemptsMax) {
      this.#mark(event, "lost");
      return;
    }
    const seconds = retryAfterSeconds[attempts - 1] ?? lastRetryAfterSeconds;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (event.delivery === "waiting") this.#enqueue(event);
    }, seconds * 1000);
    this.#timers.add(timer);
  }

  #mark(event: EventRecord, delivery: EventRecord["delivery"]): void {
    event.delivery = delivery;
    if (this.#world.events.find(event.id)) this.#world.events.save(event);
  }
}

function shuffle(events: EventRecord[]): void {
  for (let last = events.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    const [a, b] = [events[last], events[other]];
    if (a && b) [events[last], events[other]] = [b, a];
  }
}
