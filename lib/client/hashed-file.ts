const place = 'cairn.hashed-file'

/** Stores in this tab that a file with this fingerprint was hashed here. Only the fingerprint is stored. */
export function rememberHashedFile(sha256: string): void {
  try {
    sessionStorage.setItem(place, sha256)
  } catch {
    // Without storage, the certificate cannot say that the file was checked here.
  }
}

/** True if the last file remembered in this tab has this fingerprint. */
export function wasHashedHere(sha256: string): boolean {
  try {
    return sessionStorage.getItem(place) === sha256
  } catch {
    return false
  }
}
