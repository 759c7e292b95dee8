import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { webContext } from '#lib/http/api/context'
import { sessionOf } from '#lib/http/api/session'
import { authorizeOperator } from '#lib/services/operator/authorize-operator'

/** True if the visitor is signed in as an operator. False also if this could not be checked: the page then asks again. */
export const isOperator = cache(async (): Promise<boolean> => {
  const given = await headers()
  try {
    const ctx = await webContext()
    const request = new Request(ctx.env.baseUrl, { headers: given })
    authorizeOperator({ ctx, session: await sessionOf(request, ctx) })
    return true
  } catch {
    return false
  }
})
