/** Why something was not loaded while this device has no connection at all. */
export const offlineReason = 'This device is offline.'

/** True if this device is known to have no connection. False says nothing: the network it is in may lead nowhere. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}
