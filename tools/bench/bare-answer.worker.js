// Baseline for latency: the cost of workerd and its garbage collector.
export default { fetch: () => new Response("ok") };
