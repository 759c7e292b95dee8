import { route } from '#lib/http/route'
import { getIntake } from '#lib/operations/operator/captures'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getIntake)
