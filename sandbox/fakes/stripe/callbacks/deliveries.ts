import { isSubscribed, postEvent } from "./callbacks.ts";
import type { EventRecord, World } from "../state.ts";

const retryAfterSeconds = [1, 5, 30, 300, 1800];
const lastRetryAfterSeconds = 3600;
const maxAttempts = 75;
const maxParallel = 4;

export interface Release {
  order: "as-made" | "shuffled";
  times: number;
  /** The number of events that are never sent. */
  drop: number;
}

/** Delivers events immediately with retries, or holds them until they are released. */
export class Deliveries {
  #world: World;
  #workerUrl: string;
  #queue: EventRecord[] = [];
  #held: EventRecord[] = [];
  #isHolding = false;
  #active = new Set<EventRecord>();
  #attempts = new Map<string, number>();
  #timers = new Set<NodeJS.Timeout>();
  /** Events whose next attempt is at most 5 seconds away. */
  #soonRepeated = new Set<EventRecord>();
  #stop = new AbortController();

  constructor(world: World, workerUrl: string) {
    this.#world = world;
    this.#workerUrl = workerUrl;
    world.onEvent = (event) => this.#take(event);
  }

  /** Resumes deliveries that a restart interrupted. */
  resume(): void {
    for (const event of this.#world.events.all()) if (event.delivery === "waiting") this.#enqueue(event);
  }

  hold(): void {
    this.#isHolding = true;
  }

  /** Sends held events one after the other, and returns to immediate delivery. */
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

  /** Sends all events of subscribed types again, in the order of their creation. */
  async repeat(times: number): Promise<{ sent: number }> {
    const events = [...this.#world.events.all()].filter(({ type }) => isSubscribed(type));
    for (let round = 0; round < times; round += 1) {
      for (const event of events) await postEvent(this.#world, event, this.#workerUrl, this.#stop.signal);
    }
    return { sent: events.length * times };
  }

  /** `underway` lists ids of events. */
  counts(): { held: number; underway: string[]; retrying: number } {
    const underway = [...this.#active, ...this.#queue, ...this.#soonRepeated].map(({ id }) => id);
    return { held: this.#held.length, underway, retrying: this.#timers.size };
  }

  stop(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #take(event: EventRecord): void {
    if (!isSubscribed(event.type)) return;
    this.#mark(event, "waiting");
    this.#enqueue(event);
  }

  #enqueue(event: EventRecord): void {
    if (this.#isHolding) this.#held.push(event);
    else {
      this.#queue.push(event);
      // Delivery starts after the response to the request that caused the event.
      setImmediate(() => this.#drain());
    }
  }

  #drain(): void {
    while (this.#active.size < maxParallel) {
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
    const isAccepted = await postEvent(this.#world, event, this.#workerUrl, this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    if (isAccepted) {
      this.#attempts.delete(event.id);
      this.#mark(event, "delivered");
    } else if (event.delivery === "waiting") this.#retry(event);
  }

  #retry(event: EventRecord): void {
    const attempts = (this.#attempts.get(event.id) ?? 0) + 1;
    this.#attempts.set(event.id, attempts);
    if (attempts >= maxAttempts) {
      this.#mark(event, "lost");
      return;
    }
    const seconds = retryAfterSeconds[attempts - 1] ?? lastRetryAfterSeconds;
    if (seconds <= 5) this.#soonRepeated.add(event);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#soonRepeated.delete(event);
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
    const swapIndex = Math.floor(Math.random() * (last + 1));
    const [a, b] = [events[last], events[swapIndex]];
    if (a && b) [events[last], events[swapIndex]] = [b, a];
  }
}
