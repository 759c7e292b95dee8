import { route } from '#lib/http/route'
import { signOut } from '#lib/operations/sign-out'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(signOut)
