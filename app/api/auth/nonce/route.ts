import { route } from '#lib/http/route'
import { issueNonce } from '#lib/operations/accounts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(issueNonce)
