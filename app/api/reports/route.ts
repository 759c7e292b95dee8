import { route } from '#lib/http/route'
import { createReport } from '#lib/operations/reports'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createReport)
