import { uploadsRoute } from '#lib/http/uploads/uploads'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = uploadsRoute()
