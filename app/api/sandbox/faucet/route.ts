import { route } from '#lib/http/route'
import { fundWallet } from '#lib/operations/sandbox'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(fundWallet)
