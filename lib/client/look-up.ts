import { proofLookupSchema } from '#lib/schemas/proof-lookup'
import type { Records } from './check.ts'
import { fetchJson, NotCheckedError } from './fetch-json.ts'

/**
 * What the service knows of many fingerprints, in their order, by one request.
 *
 * @throws NotCheckedError when there is no usable answer
 */
export async function lookUp(sha256: readonly string[], signal: AbortSignal): Promise<Records[]> {
  const who = 'This service'
  const { answers } = await fetchJson({
    url: '/api/proofs',
    who,
    schema: proofLookupSchema,
    signal,
    body: { sha256 },
  })
  if (answers.length !== sha256.length)
    throw new NotCheckedError(`${who} answered for other fingerprints than were asked for.`)
  return answers
}
