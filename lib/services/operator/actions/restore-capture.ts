import 'server-only'
import { z } from 'zod'
import { observationIdInput } from '#lib/schemas/observation-id'
import { findCapture } from '#lib/services/captures/find-capture'
import { restoreCapture as restore } from '#lib/services/captures/restore-capture'
import { defineAction } from '#lib/services/operator/action'

/** Serves a withdrawn capture again. */
export const restoreCapture = defineAction({
  name: 'restore_capture',
  input: z.object({ sha256: observationIdInput }),
  subjectOf: ({ sha256 }) => ({ kind: 'capture', id: sha256 }),
  signs: false,
  preview: async ({ ctx, input }) => {
    const found = await findCapture({ ctx, input })
    const { sha256 } = input
    const when =
      found.tree?.state === 'final'
        ? 'from this moment'
        : 'as soon as its attestation is final, like any other'
    return {
      title: `Restore capture ${sha256}`,
      effect: `Sell and show the capture again, ${when}. Its proof says nothing of the withdrawal any more, and the public count goes down by one. Streams are not told of it a second time.`,
      guard: 'It is withdrawn.',
      refusal: found.withdrawal ? null : 'This capture is not withdrawn.',
    }
  },
  run: async ({ ctx, tx, input }) => {
    const { isObserved } = await restore({ ctx, tx, input })
    return { result: { is_observed: isObserved } }
  },
})
