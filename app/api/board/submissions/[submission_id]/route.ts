import { route } from '#lib/http/route'
import { getSubmission } from '#lib/operations/get-submission'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSubmission)
