import { route } from '#lib/http/route'
import { getEnterpriseStatus } from '#lib/operations/get-enterprise-status'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEnterpriseStatus)
