import { route } from '#lib/http/route'
import { listTransactions } from '#lib/operations/operator/list-transactions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listTransactions)
