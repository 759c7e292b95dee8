import { z } from 'zod'
import type { StandaloneOperation } from '#lib/operations/define-operation'

const output = z.object({ status: z.literal('ok') })

export const checkHealth: StandaloneOperation<z.output<typeof output>> = {
  name: 'checkHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the process answers',
  description: 'The process answers; nothing else is looked at.',
  request: {},
  output,
  errors: [],
  run: () => ({ status: 'ok' }),
}
