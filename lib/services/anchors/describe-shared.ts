import 'server-only'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import type { SharedProof } from '#lib/domain/proof/share-words'
import { getProof } from '#lib/services/anchors/get-proof'
import { nameCell } from '#lib/services/places/name-cell'

/**
 * The preview of a link to a proof. Never throws: a failed look-up is reported as "could not check", as opposed to an unknown file.
 *
 * @param input.sha256 64 lower-case hex digits
 */
export async function describeShared({
  ctx,
  input,
}: {
  ctx: Context
  input: { sha256: string }
}): Promise<SharedProof> {
  try {
    const answer = await getProof({ ctx, input })
    if (answer.status !== 'anchored') return { state: answer.status }
    const { attestation, geohash, withdrawn_at } = answer
    const found = { state: 'anchored', time: attestation.time } as const
    if (withdrawn_at) return { ...found, isWithdrawn: true }
    const place = await nameCell({ ctx, input: { geohash } })
    return { ...found, isWithdrawn: false, geohash, place }
  } catch (error) {
    ctx.log.error({ error: errorText(error) }, 'a shared proof could not be described')
    return { state: 'could_not_check' }
  }
}
