import { filesRoute } from '#lib/http/files/files'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filesRoute()
