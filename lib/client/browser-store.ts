/** A database of this browser with one object store, whose keys are given with each value unless `keyPath` names a member. */
export type BrowserStore = { database: string; store: string; keyPath?: string }

/** Sends one request to an object store. Resolves once the transaction is on the disk. */
export async function askStore<Value>(
  { database, store, keyPath }: BrowserStore,
  mode: IDBTransactionMode,
  ask: (values: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, keyPath ? { keyPath } : {})
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  try {
    return await new Promise<Value>((resolve, reject) => {
      const transaction = db.transaction(store, mode)
      const request = ask(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  } finally {
    db.close()
  }
}
