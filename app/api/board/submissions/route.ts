import { route } from '#lib/http/route'
import { listSubmissions } from '#lib/operations/list-submissions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listSubmissions)
