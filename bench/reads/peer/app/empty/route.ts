/** The least that the framework does for a request. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return Response.json({ verified: false })
}
