import { route } from '#lib/http/route'
import { createSubmission } from '#lib/operations/submissions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createSubmission)
