import { route } from '#lib/http/route'
import { listRequests } from '#lib/operations/operator/requests'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listRequests)
