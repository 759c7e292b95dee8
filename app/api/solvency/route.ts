import { route } from '#lib/http/route'
import { getSolvency } from '#lib/operations/ledger'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSolvency)
