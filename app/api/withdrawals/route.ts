import { route } from '#lib/http/route'
import { countWithdrawn } from '#lib/operations/proofs'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(countWithdrawn)
