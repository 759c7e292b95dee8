import { filesRoute } from '#lib/http/files'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filesRoute()
