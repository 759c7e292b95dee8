import { route } from '#lib/http/route'
import { listCoverage } from '#lib/operations/observations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listCoverage)
