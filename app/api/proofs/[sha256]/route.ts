import { route } from '#lib/http/route'
import { getProof } from '#lib/operations/proofs'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getProof)
