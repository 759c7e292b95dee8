import { operationsRoute } from '#lib/http/operation-handlers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = operationsRoute()
