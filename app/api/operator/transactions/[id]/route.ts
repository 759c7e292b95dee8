import { route } from '#lib/http/route'
import { getTransaction } from '#lib/operations/operator/chains'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTransaction)
