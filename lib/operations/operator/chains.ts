// Console: networks, transactions, and the jobs of films.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import {
  operatorChainsSchema,
  operatorTransactionDetailSchema,
  operatorTransactionPageSchema,
  transactionParams,
  transactionsQuery,
} from '#lib/schemas/operator-chain'
import { jobsQuery, operatorJobPageSchema } from '#lib/schemas/operator-job'
import { getTransaction as runGetTransaction } from '#lib/services/operator/chains/get-transaction'
import { listTransactions as runListTransactions } from '#lib/services/operator/chains/list-transactions'
import { readSenderQueues } from '#lib/services/operator/chains/read-sender-queues'
import { listJobs as runListJobs } from '#lib/services/operator/jobs/list-jobs'

const getChains = defineOperation({
  name: 'getChains',
  method: 'GET',
  path: '/api/operator/chains',
  credential: 'operator',
  summary: 'See the networks and the sender queues',
  description: 'The current state of each endpoint of each network, and of each key on each chain.',
  output: operatorChainsSchema,
  run: ({ ctx }) => readSenderQueues({ ctx }),
})

const listTransactions = defineOperation({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/operator/transactions',
  credential: 'operator',
  summary: 'List transactions',
  description: 'Every transaction of this service, in pages, newest first.',
  ...inputFrom('query', transactionsQuery),
  output: operatorTransactionPageSchema,
  run: ({ ctx, input }) => runListTransactions({ ctx, input }),
})

const getTransaction = defineOperation({
  name: 'getTransaction',
  method: 'GET',
  path: '/api/operator/transactions/{id}',
  credential: 'operator',
  summary: 'See one transaction',
  description: 'Its purpose, each signed version and the state of each on the chain. Never the signed bytes.',
  ...inputFrom('params', transactionParams),
  output: operatorTransactionDetailSchema,
  errors: ['not_found'],
  run: ({ ctx, input }) => runGetTransaction({ ctx, input }),
})

const listJobs = defineOperation({
  name: 'listJobs',
  method: 'GET',
  path: '/api/operator/jobs',
  credential: 'operator',
  summary: 'List the jobs of films',
  description:
    'Waiting, running and failed jobs, the failed first, in pages; and models that could not be made.',
  ...inputFrom('query', jobsQuery),
  output: operatorJobPageSchema,
  run: ({ ctx, input }) => runListJobs({ ctx, input }),
})

export const chains = [getChains, listTransactions, getTransaction, listJobs]
