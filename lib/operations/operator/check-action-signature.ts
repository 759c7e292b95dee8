import { z } from 'zod'
import { defineOperatorOperation } from '#lib/operations/define-operation'
import { checkedSignatureSchema } from '#lib/schemas/operator-action'
import { parseInput } from '#lib/schemas/parse'
import { rowNumber } from '#lib/schemas/query-formats'
import { checkSignature } from '#lib/services/operator/check-signature'

const params = z.object({ id: rowNumber('an action') })

export const checkActionSignature = defineOperatorOperation({
  name: 'checkActionSignature',
  method: 'GET',
  path: '/api/operator/actions/{id}/signature',
  summary: 'Check what was signed for an action',
  description:
    'Who signed, and whether it was for exactly this action, from the log alone. Nothing is taken from an earlier check.',
  request: { params },
  limit: 'light',
  output: checkedSignatureSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params: given }) => parseInput(params, given),
  run: ({ ctx, input }) => checkSignature({ ctx, input }),
})
