/** For `useSyncExternalStore` with a value that only the browser has and that no outside event changes. */
export const noSubscription = () => () => undefined
