import { route } from '#lib/http/route'
import { checkActionSignature } from '#lib/operations/operator/check-action-signature'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkActionSignature)
