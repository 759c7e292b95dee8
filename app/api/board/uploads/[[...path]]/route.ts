import { uploadsRoute } from '#lib/http/uploads'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = uploadsRoute()
