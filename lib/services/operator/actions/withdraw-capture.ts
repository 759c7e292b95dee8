import 'server-only'
import { z } from 'zod'
import { withdrawalReasons, withdrawalWords } from '#lib/domain/proof/withdrawal'
import { isoTime } from '#lib/domain/text/iso-time'
import { observationIdInput } from '#lib/schemas/observation-id'
import { findCapture } from '#lib/services/captures/find-capture'
import { withdrawCapture as withdraw } from '#lib/services/captures/withdraw-capture'
import { defineAction } from '#lib/services/operator/action'
import { isReported } from '#lib/services/reports/is-reported'

/** Withdraws a capture, which is then no longer sold or shown. */
export const withdrawCapture = defineAction({
  name: 'withdraw_capture',
  input: z.object({ sha256: observationIdInput, public_reason: z.enum(withdrawalReasons) }),
  subjectOf: ({ sha256 }) => ({ kind: 'capture', id: sha256 }),
  signs: false,
  preview: async ({ ctx, input: { sha256, public_reason: reason } }) => {
    const found = await findCapture({ ctx, input: { sha256 } })
    const anchor =
      found.tree?.state === 'final'
        ? `Tree ${found.tree.treeId} and its attestation stay as they are`
        : 'It is anchored like the others, and served never'
    const report = (await isReported({ ctx, input: { kind: 'capture', id: sha256 } }))
      ? 'The open report of this capture is closed as acted on. '
      : ''
    return {
      title: `Withdraw capture ${sha256}`,
      effect: `Sell and show the capture no more, from this moment: it leaves queries, look-ups, the map, streams and their replays, and the preview of its film. ${anchor}: anyone can still check its proof, which says that it is withdrawn and since when. Public for every reason, privacy too, stay its hash, its cell (a geohash of six characters) and its claimed time, in its proof and its tree. ${report}The public count goes up by one (${withdrawalWords[reason].toLowerCase()}); what you write as a reason is for the log alone. Answers that were bought before, and files that were paid for, stay with their buyers. It can be restored.`,
      guard: 'It is a capture, and not withdrawn.',
      refusal: found.withdrawal
        ? `This capture was withdrawn on ${isoTime(found.withdrawal.withdrawnAt)}.`
        : found.capture.madeFrom
          ? 'This is the manifest of a model, and no capture. Withdraw the capture that the model was made from.'
          : null,
    }
  },
  run: async ({ ctx, tx, input: { sha256, public_reason: reason } }) => {
    const { wasObserved, closedReport } = await withdraw({ ctx, tx, input: { sha256, reason } })
    return { result: { public_reason: reason, was_observed: wasObserved, closed_report: closedReport } }
  },
})
