import { route } from '#lib/http/route'
import { lookUpProofs } from '#lib/operations/look-up-proofs'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(lookUpProofs)
