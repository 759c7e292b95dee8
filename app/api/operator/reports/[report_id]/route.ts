import { route } from '#lib/http/route'
import { getReport } from '#lib/operations/operator/reports'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getReport)
