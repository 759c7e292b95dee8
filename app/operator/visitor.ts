import 'server-only'
import { headers } from 'next/headers'
import { webContext } from '#lib/http/api/context'
import { sessionOf } from '#lib/http/api/session'
import { pathHeader } from '#lib/http/page-path'
import { authorizeOperator } from '#lib/services/operator/authorize-operator'
import { isAddressKnown } from '#lib/services/operator/find/is-address-known'

/** True if the visitor is signed in as an operator. False also if this could not be checked: the page then asks again. */
export async function isOperator(): Promise<boolean> {
  const given = await headers()
  try {
    const ctx = await webContext()
    const request = new Request(ctx.env.baseUrl, { headers: given })
    authorizeOperator({ ctx, session: await sessionOf(request, ctx) })
    return true
  } catch {
    return false
  }
}

/** True if an operator asks for the page of a record that does not exist. All others are told nothing about it, and sign in first. */
export async function isRecordAbsent(): Promise<boolean> {
  const path = (await headers()).get(pathHeader)
  if (path === null || !(await isOperator())) return false
  try {
    return !(await isAddressKnown({ ctx: await webContext(), input: { path } }))
  } catch {
    // It could not be checked. The page then says so.
    return false
  }
}
