import { routes } from '#lib/http/route'
import { listActions, runAction } from '#lib/operations/operator/actions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([listActions, runAction])
