/** An IndexedDB database with one object store. With `keyPath`, the key of a value is that property; otherwise each call passes it. */
export type BrowserStore = { database: string; store: string; keyPath?: string }

/** Sends one request to an object store. The promise is resolved when the transaction is complete. */
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
