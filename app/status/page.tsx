import type { Metadata } from 'next'
import { ServiceStatus } from '#components/status/service-status'
import { webContext } from '#lib/http/api/context'
import { checkReadiness } from '#lib/services/health/check-readiness'

export const metadata: Metadata = {
  title: 'Status',
  description: 'The current status of the service and its parts.',
}

export default async function StatusPage() {
  const ctx = await webContext()
  const names = new Map<string, string>(ctx.env.networks.map(({ id, name }) => [id, name]))
  const readiness = await checkReadiness({ ctx })
  return <ServiceStatus readiness={readiness} checkedAt={new Date().toISOString()} names={names} />
}
