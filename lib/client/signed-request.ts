import * as z from 'zod/mini'
import { createKeptValue, type KeptValue } from './kept-value.ts'

/** A paid request, as stored between its signature and its answer. */
const signedRequestSchema = z.object({
  path: z.templateLiteral(['/api/', z.string()]),
  /** The exact text of the request: the signature is bound to it. */
  body: z.string(),
  /** A description for the reader who signed it. */
  title: z.string(),
  /** The path of the page on which it was signed. */
  page: z.string().check(z.startsWith('/')),
  /** Millionths of a USDC. */
  amount_atomic: z.string().check(z.regex(/^\d{1,30}$/)),
  /** CAIP-2 */
  network: z.string(),
  payment: z.string(),
  signed_at: z.string(),
})
export type SignedRequest = z.output<typeof signedRequestSchema>

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
    return signedRequestSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
