import { createKeptValue, type KeptValue } from './kept-value.ts'

/** A paid request, as stored between its signature and its answer. */
export type SignedRequest = {
  path: `/api/${string}`
  /** The exact text of the request: the signature is bound to it. */
  body: string
  /** A description for the reader who signed it. */
  title: string
  /** The path of the page on which it was signed. */
  page: string
  /** Millionths of a USDC. */
  amount_atomic: string
  /** CAIP-2 */
  network: string
  payment: string
  signed_at: string
}

/** Checks of the stored text, without zod: the explorer needs them before its first paint, and zod would add 23 kB to its scripts. */
const formats: Record<keyof SignedRequest, RegExp | 'text'> = {
  path: /^\/api\//,
  body: 'text',
  title: 'text',
  page: /^\//,
  amount_atomic: /^\d{1,30}$/,
  network: 'text',
  payment: 'text',
  signed_at: 'text',
}

/** The only request of a kind that was signed in this browser and is not answered yet. The same object is returned until it changes. */
export type SignedRequestPlace = KeptValue<SignedRequest | undefined>

/** @param place its name in this browser's storage, one for each purpose */
export function openSignedRequests(place: string): SignedRequestPlace {
  return createKeptValue({ place, parse })
}

/** Deletes a signed request, unless it was replaced: another page may have received its answer and signed the next one. */
export function forgetSigned(place: SignedRequestPlace, { payment }: Pick<SignedRequest, 'payment'>): void {
  if (place.read()?.payment === payment) place.write(undefined)
}

function parse(text: string | null): SignedRequest | undefined {
  if (text === null) return undefined
  try {
    const stored = JSON.parse(text)
    const isSound = Object.entries(formats).every(
      ([name, format]) =>
        typeof stored[name] === 'string' && (format === 'text' || format.test(stored[name])),
    )
    return isSound ? stored : undefined
  } catch {
    return undefined
  }
}
