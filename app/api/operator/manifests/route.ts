import { intakeRoute } from '#lib/http/api/intake-route'
import { takeManifest } from '#lib/operations/operator/captures'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = intakeRoute(takeManifest)
