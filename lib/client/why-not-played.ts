/** Why a player shows no film. `not_loaded`: its bytes did not arrive, so nothing is known about the film. */
export type NotPlayed = 'not_loaded' | 'unplayable'

/** Codes of `MediaError`. */
const decodeError = 3
const notSupported = 4

/**
 * Tells a film that the browser cannot play from one that could not be loaded. Browsers report the second as "not supported" too, so one
 * byte is requested then.
 *
 * @param code of the player's `MediaError`
 */
export async function whyNotPlayed(code: number | undefined, url: string): Promise<NotPlayed> {
  if (code === decodeError) return 'unplayable'
  return code === notSupported && (await arrives(url)) ? 'unplayable' : 'not_loaded'
}

async function arrives(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { Range: 'bytes=0-0' }, cache: 'no-store' })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
