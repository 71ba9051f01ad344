/** For forms that must take effect once however often they are sent: the handler runs in `once` of `worker/domain/platform/limits`. */
export const IdempotencyKey = () => <input type="hidden" name="form_key" value={crypto.randomUUID()} />;
