/** Runs `send` once a connection is free. A time limit must begin in `send`, so that it does not count the wait. */
export type Limiter = <T>(send: () => Promise<T>) => Promise<T>;

/**
 * An invocation may wait for the headers of six responses at once. Cloudflare queues further requests
 * (https://developers.cloudflare.com/workers/platform/limits/#simultaneous-open-connections), and a time limit that
 * also counts the wait in Cloudflare's queue would end requests that were never sent. One of the six connections is
 * left to the bucket and the message queue. Integrations share four of the other five, so that a slow integration
 * cannot block the database.
 */
const connectionsMax = 5;

export function openConnections(): { forDatabase: Limiter; forIntegrations: Limiter } {
  const forDatabase = limitTo(connectionsMax);
  const limitIntegrations = limitTo(connectionsMax - 1);
  return { forDatabase, forIntegrations: (send) => limitIntegrations(() => forDatabase(send)) };
}

/** Calls wait in the order of their arrival. */
function limitTo(max: number): Limiter {
  const waiting: (() => void)[] = [];
  let open = 0;
  return async (send) => {
    if (open < max) open += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await send();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else open -= 1;
    }
  };
}
