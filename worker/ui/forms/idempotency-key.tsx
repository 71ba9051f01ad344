/** Stands in a form whose effect must come once, however often it is sent: its verb runs in `once` of `worker/domain/platform/limits`. */
export const IdempotencyKey = () => <input type="hidden" name="form_key" value={crypto.randomUUID()} />;
