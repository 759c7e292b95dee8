/** For `useSyncExternalStore` with a value that only the browser has and that never changes by itself. */
export const noSubscription = () => () => undefined
