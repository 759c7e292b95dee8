import { routes } from '#lib/http/route'
import { listActions } from '#lib/operations/operator/list-actions'
import { runAction } from '#lib/operations/operator/run-action'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([listActions, runAction])
