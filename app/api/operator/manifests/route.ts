import { intakeRoute } from '#lib/http/intake-route'
import { takeManifest } from '#lib/operations/operator/take-manifest'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = intakeRoute(takeManifest)
