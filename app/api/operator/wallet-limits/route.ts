import { route } from '#lib/http/route'
import { listWalletLimits } from '#lib/operations/operator/limits'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listWalletLimits)
