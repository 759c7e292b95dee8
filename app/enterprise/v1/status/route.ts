import { route } from '#lib/http/route'
import { getEnterpriseStatus } from '#lib/operations/enterprise'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEnterpriseStatus)
