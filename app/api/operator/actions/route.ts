import { route } from '#lib/http/route'
import { runAction } from '#lib/operations/operator/run-action'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(runAction)
