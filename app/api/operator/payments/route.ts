import { route } from '#lib/http/route'
import { listOperatorPayments } from '#lib/operations/operator/payments'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOperatorPayments)
