import { route } from '#lib/http/route'
import { getPaymentAuthorization } from '#lib/operations/operator/payments'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getPaymentAuthorization)
