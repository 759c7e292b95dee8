import 'server-only'
import { createHash } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { workerChannel } from '#lib/adapters/worker-bell'
import { CairnError } from '#lib/domain/errors'
import { maxNamedFaults, type TakenManifest } from '#lib/schemas/operator-captures'
import type { Session } from '#lib/services/accounts/authorize-session'
import { captureRows, copyCapturesIn } from '#lib/services/captures/copy-captures'
import { PackedEntries } from '#lib/services/captures/packed-entries'
import { readManifest } from '#lib/services/captures/read-manifest'

/**
 * Takes in a manifest that an operator sends, and writes down that they did: all of it in one transaction, or nothing. It begins
 * when the whole manifest has come, so that no slow line holds the database. The same manifest again changes nothing but the log.
 *
 * @param input.source as it comes; whoever hands it over bounds it
 * @throws CairnError `invalid_request` for a manifest without a line
 */
export async function takeManifest(args: {
  ctx: Pick<Context, 'sql' | 'clock' | 'log'>
  input: { source: AsyncIterable<Uint8Array>; reason: string }
  operator: Session
  requestId: string
}): Promise<TakenManifest> {
  const { ctx, input, operator, requestId } = args
  const entries = new PackedEntries()
  const faults: TakenManifest['faults'] = []
  const hash = createHash('sha256')
  let [bytes, refused] = [0, 0]
  const manifest = readManifest({
    source: passing(input.source, (chunk) => {
      hash.update(chunk)
      bytes += chunk.length
    }),
    now: () => ctx.clock.now().getTime(),
    onRefused: (line, reason) => {
      refused += 1
      if (faults.length < maxNamedFaults) faults.push({ line, reason })
    },
  })
  for await (const batch of manifest) for (const entry of batch) entries.add(entry)
  if (entries.count + refused === 0)
    throw new CairnError('invalid_request', 'The manifest has no line. Nothing was taken in.')
  const sha256 = hash.digest('hex')
  const said = { sha256, bytes }
  const taken = await ctx.sql.begin(async (tx) => {
    const created = entries.count === 0 ? 0 : await copyCapturesIn(tx, rowsOf(entries))
    const counts = { created, known: entries.count - created, refused }
    const [written] = await tx<{ id: string }[]>`
      insert into operator_action (operator, chain_id, action, subject, subject_id, input, reason, effect, result, request_id)
      values (${operator.address.toLowerCase()}, ${operator.chainId}, 'take_manifest', 'manifest', ${sha256},
        ${JSON.stringify(said)}::text::jsonb, ${input.reason},
        'Take in the captures that the manifest names, as cells and seconds; what was known stays as it was.',
        ${JSON.stringify(counts)}::text::jsonb, ${requestId})
      returning id`
    if (created > 0) await tx`select pg_notify(${workerChannel}, '')`
    return { id: Number(written!.id), ...counts }
  })
  ctx.log.info({ requestId, action: 'take_manifest', ...said, ...taken }, 'operator acted')
  return { ...taken, ...said, faults }
}

function* rowsOf(entries: PackedEntries): Generator<string> {
  const rowOf = captureRows()
  for (const batch of entries.batches()) yield batch.map(rowOf).join('')
}

async function* passing(
  source: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    look(chunk)
    yield chunk
  }
}
