import 'server-only'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { plainText } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'

const maxNoteCharacters = 2_000

const submissionInput = z.object({
  bountyId: z.string(),
  contributor: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
    .refine((address) => BigInt(address) !== 0n, 'must not be the zero address')
    .transform((address) => address.toLowerCase()),
  note: plainText(1, maxNoteCharacters, { lines: true }).optional(),
})

/**
 * Hands in a submission for an open bounty. Who is paid for it is fixed from then on.
 *
 * @param args.input.contributor address of the wallet that is paid should it be accepted
 * @throws CairnError `invalid_request`, `not_found`, `not_open` or `deadline_passed`
 */
export async function createSubmission(args: {
  ctx: Pick<Context, 'env' | 'db'>
  input: { bountyId: string; contributor: string; note?: string }
}): Promise<{ submissionId: string }> {
  const { ctx } = args
  const { bountyId, contributor, note } = parseInput(submissionInput, args.input)
  return ctx.db.transaction(async (tx) => {
    // Shared: it stays as it is until the submission is written, and others may be handed in beside.
    const [row] = await tx
      .select({
        state: bounty.state,
        chainId: bounty.chainId,
        inTime: sql<boolean>`service_now() < ${bounty.deadline}`,
      })
      .from(bounty)
      .where(eq(bounty.bountyId, bountyId))
      .for('share')
    if (!row) throw new CairnError('not_found', 'There is no such bounty.')
    if (row.state !== 'open')
      throw new CairnError('not_open', `This bounty is ${row.state}: it takes no submissions.`)
    if (!row.inTime) throw new CairnError('deadline_passed', 'The deadline of this bounty has passed.')
    const network = ctx.env.networks.find(({ chainId }) => chainId === row.chainId)
    // The contract refuses to pay itself, and so the release would never come.
    if (network?.escrow.toLowerCase() === contributor)
      throw new CairnError('invalid_request', 'contributor: must not be the escrow contract', {
        field: 'contributor',
      })
    const submissionId = `sub_${randomUUID().replaceAll('-', '')}`
    await tx.insert(submission).values({ submissionId, bountyId, contributor, note })
    return { submissionId }
  })
}
