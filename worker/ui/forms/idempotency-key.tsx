/** For a form whose handler runs in `once` of `worker/domain/platform/limits`. */
export const IdempotencyKey = () => <input type="hidden" name="form_key" value={crypto.randomUUID()} />;
