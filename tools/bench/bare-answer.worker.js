// The yardstick for how evenly answers come: what workerd and its collector cost when a worker does nothing at all.
export default { fetch: () => new Response("ok") };
