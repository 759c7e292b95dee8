import { route } from '#lib/http/route'
import { acceptSubmission } from '#lib/operations/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(acceptSubmission)
