import { joinHashes } from '#lib/domain/film/film-hashes'
import { pictureHashAlgorithm } from '#lib/domain/film/picture-hash'
import { type MatchAnswer, matchAnswerSchema } from '#lib/schemas/likeness'
import { fetchJson } from './fetch-json.ts'
import { hashesOfFile, UnreadablePicture } from './picture-of-file.ts'

/** The result of a search for attested captures that look like a file. Only `none` means that the search was made and found nothing. */
export type Likeness =
  | { is: 'alike'; matches: MatchAnswer['matches'] }
  | { is: 'none' }
  /** The picture is too uniform to be distinguished from others. */
  | { is: 'uniform' }
  /** This browser cannot display the file. */
  | { is: 'unreadable' }

/** The functions that tests replace. */
type Tools = { hash: typeof hashesOfFile }

/**
 * Asks the service for attested captures that look like a file. Only hashes of its picture are sent, in the body of a request.
 *
 * @throws NotCheckedError when there is no usable answer, or the signal's reason
 */
export async function findLikeness(
  file: File,
  kind: 'photo' | 'film',
  signal: AbortSignal,
  { hash }: Tools = { hash: hashesOfFile },
): Promise<Likeness> {
  let hashes: Uint8Array[]
  try {
    hashes = await hash(file, kind, signal)
  } catch (error) {
    if (error instanceof UnreadablePicture) return { is: 'unreadable' }
    throw error
  }
  if (hashes.length === 0) return { is: 'uniform' }
  const matches = await findAlike(hashes, signal)
  return matches.length > 0 ? { is: 'alike', matches } : { is: 'none' }
}

/**
 * The attested captures that look like a picture with these hashes, the most similar first.
 *
 * @throws NotCheckedError when there is no usable answer, or the signal's reason
 */
export async function findAlike(hashes: Uint8Array[], signal: AbortSignal): Promise<MatchAnswer['matches']> {
  const { matches } = await fetchJson({
    who: 'This service',
    url: '/api/matches/byBinding',
    schema: matchAnswerSchema,
    body: { alg: pictureHashAlgorithm, value: btoa(String.fromCharCode(...joinHashes(hashes))) },
    signal,
  })
  return matches
}
