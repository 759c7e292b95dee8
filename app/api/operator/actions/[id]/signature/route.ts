import { route } from '#lib/http/route'
import { checkActionSignature } from '#lib/operations/operator/actions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkActionSignature)
