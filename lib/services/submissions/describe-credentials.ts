import { credentialLine } from '#lib/domain/proof/credential-words'
import type { Credentials } from '#lib/domain/proof/credentials'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Submission } from '#lib/schemas/bounty'

/** The verdict on the Content Credentials of a film, for answers. Its place and time are among the claims of the film. */
export function describeCredentials(found: Credentials | null | undefined): Submission['credentials'] {
  if (!found) return null
  const { state, signer, signedAt, generator, aiUse, edits } = found
  return {
    state,
    signer,
    signed_at: signedAt === null ? null : isoSeconds(signedAt),
    generator,
    ai_use: aiUse,
    edits,
    text: credentialLine(found),
  }
}
