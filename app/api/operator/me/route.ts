import { route } from '#lib/http/route'
import { getOperator } from '#lib/operations/operator/get-operator'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOperator)
