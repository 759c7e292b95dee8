import { route } from '#lib/http/route'
import { listReports } from '#lib/operations/operator/reports'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listReports)
