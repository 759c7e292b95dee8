import { route } from '#lib/http/route'
import { getOperator } from '#lib/operations/operator/operator'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOperator)
