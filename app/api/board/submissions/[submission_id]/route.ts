import { route } from '#lib/http/route'
import { getSubmission } from '#lib/operations/submissions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSubmission)
