import { route } from '#lib/http/route'
import { listUnmatchedMoney } from '#lib/operations/operator/list-unmatched-money'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listUnmatchedMoney)
