// Console: the queue of reported bounties, films and model pages, and the banned wallets.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { bansQuery, bansSchema } from '#lib/schemas/operator-bans'
import {
  operatorReportParams,
  reportDetailSchema,
  reportPageSchema,
  reportsQuery,
} from '#lib/schemas/operator-report'
import { parseInput } from '#lib/schemas/parse'
import { getReport as runGetReport } from '#lib/services/reports/get-report'
import { listBans as runListBans } from '#lib/services/reports/list-bans'
import { listReports as runListReports } from '#lib/services/reports/list-reports'

const listReports = defineOperation({
  name: 'listReports',
  method: 'GET',
  path: '/api/operator/reports',
  credential: 'operator',
  summary: 'List reports',
  description:
    'Reported bounties, films and model pages in pages, the most serious first, then those that wait longest. Nothing is known of who reported.',
  ...inputFrom('query', reportsQuery),
  output: reportPageSchema,
  run: ({ ctx, input }) => runListReports({ ctx, input }),
})

const getReport = defineOperation({
  name: 'getReport',
  method: 'GET',
  path: '/api/operator/reports/{report_id}',
  credential: 'operator',
  summary: 'Get a report',
  description: 'The reported subject, the reasons and texts of the reports, and the possible actions.',
  request: { params: operatorReportParams },
  output: reportDetailSchema,
  errors: ['not_found'],
  parse: ({ params }) => ({ reportId: parseInput(operatorReportParams, params).report_id }),
  run: ({ ctx, input }) => runGetReport({ ctx, input }),
})

const listBans = defineOperation({
  name: 'listBans',
  method: 'GET',
  path: '/api/operator/bans',
  credential: 'operator',
  summary: 'List banned wallets',
  description: 'The bans in force, the newest first, each with its reason and who made it.',
  ...inputFrom('query', bansQuery),
  output: bansSchema,
  run: ({ ctx, input }) => runListBans({ ctx, input }),
})

export const operatorReports = [listReports, getReport, listBans]
