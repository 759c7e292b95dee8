import 'server-only'
import { createHash } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { workerChannel } from '#lib/adapters/worker-notifier'
import { CairnError } from '#lib/domain/errors'
import { maxNamedFaults, type TakenManifest } from '#lib/schemas/operator-captures'
import type { Session } from '#lib/services/accounts/authorize-session'
import { captureRows, copyCapturesIn } from '#lib/services/captures/copy-captures'
import { PackedEntries } from '#lib/services/captures/packed-entries'
import { readManifest } from '#lib/services/captures/read-manifest'

/**
 * Ingests a manifest from an operator and logs the action, in one transaction. The transaction begins after the whole manifest was
 * received, so a slow connection does not hold it open. Sending the same manifest again only adds to the log.
 *
 * @param input.source the manifest as a stream; the caller limits its size
 * @throws CairnError `invalid_request` for a manifest without lines
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
    throw new CairnError('invalid_request', 'The manifest has no lines. Nothing was ingested.')
  const sha256 = hash.digest('hex')
  const said = { sha256, bytes }
  const taken = await ctx.sql.begin(async (tx) => {
    const created = entries.count === 0 ? 0 : await copyCapturesIn(tx, rowsOf(entries))
    const counts = { created, known: entries.count - created, refused }
    const [written] = await tx<{ id: string }[]>`
      insert into operator_action (operator, chain_id, action, subject, subject_id, input, reason, effect, result, request_id)
      values (${operator.address.toLowerCase()}, ${operator.chainId}, 'take_manifest', 'manifest', ${sha256},
        ${JSON.stringify(said)}::text::jsonb, ${input.reason},
        'Ingest the captures of the manifest, as cells and seconds. Known captures stay unchanged.',
        ${JSON.stringify(counts)}::text::jsonb, ${requestId})
      returning id`
    if (created > 0) await tx`select pg_notify(${workerChannel}, '')`
    return { id: Number(written!.id), ...counts }
  })
  ctx.log.info({ requestId, action: 'take_manifest', ...said, ...taken }, 'operator action carried out')
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
