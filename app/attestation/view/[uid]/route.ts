import { attestationRoute } from '#lib/http/documents/attestation-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = attestationRoute()
