// The film that is being uploaded, in this browser's storage, so that the upload continues after a reload without choosing the file again.
// Only one film is stored.

import { askStore } from './browser-store.ts'

const store = { database: 'cairn-film', store: 'film' }
const key = 'current'
/** The time for which the server stores an incomplete upload. */
const maxAgeMs = 24 * 3_600_000
/** Storing copies the file, so larger files must be chosen again after a reload. */
const maxBytes = 2 ** 30

type StoredFilm = { place: string; file: File; atMs: number }

/**
 * Stores a film in place of the previous one. Does nothing for a very large film, or if the browser has no space.
 *
 * @param place names the contributor and the bounty
 */
export async function storeFilm({ place, file }: { place: string; file: File }): Promise<void> {
  await removeStoredFilm()
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  if (file.size > Math.min(maxBytes, (quota - usage) / 2)) return
  const film: StoredFilm = { place, file, atMs: Date.now() }
  await askStore(store, 'readwrite', (films) => films.put(film, key)).catch(() => {})
}

/** The film that was stored for a place within the last day. An older one is deleted. */
export async function readStoredFilm(place: string): Promise<File | undefined> {
  const film = await askStore(
    store,
    'readonly',
    (films) => films.get(key) as IDBRequest<StoredFilm | undefined>,
  ).catch(() => undefined)
  if (!film) return undefined
  if (Date.now() - film.atMs > maxAgeMs) {
    await removeStoredFilm()
    return undefined
  }
  return film.place === place ? film.file : undefined
}

export async function removeStoredFilm(): Promise<void> {
  await askStore(store, 'readwrite', (films) => films.delete(key)).catch(() => {})
}
