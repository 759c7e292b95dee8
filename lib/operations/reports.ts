// Operation of everyone: report a bounty, a film, a model page or a capture.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { bountyId } from '#lib/operations/examples/bounty'
import { reportedSchema, reportInput } from '#lib/schemas/report'
import { reportSubject } from '#lib/services/reports/report-subject'

const createReport = defineOperation({
  name: 'createReport',
  method: 'POST',
  path: '/api/reports',
  summary: 'Report a bounty, a film, a model page or a capture',
  description:
    'Tells the operators of this service that something breaks the rules (`/rules`). Nothing about you is stored with a report: no address, wallet or contact, and its time only to the hour. Reports of one subject are counted together, and its poster and contributors never learn who reported, or how many did. The answer is always the same, so it does not tell whether the subject exists or was reported before.',
  ...inputFrom('body', reportInput),
  output: reportedSchema,
  status: 202,
  logsSuccess: false,
  example: {
    body: { kind: 'bounty', id: bountyId, category: 'private_home', text: 'The brief asks for my garden.' },
    output: { received: true },
  },
  run: async ({ ctx, input }) => {
    await reportSubject({ ctx, input })
    return { received: true as const }
  },
})

export const reports = [createReport]
