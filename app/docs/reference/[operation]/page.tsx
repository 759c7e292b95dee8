import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { Operation, OperationCall } from '#components/docs/operation'
import { DocsShell } from '#components/docs/shell'
import { webContext } from '#lib/http/api/context'
import { factsOf } from '#lib/http/docs/operation-markdown'
import { operationViews } from '#lib/http/docs/operation-views'
import { docPages } from '#lib/http/docs/pages'
import { snippetsOf } from '#lib/http/docs/snippets'
import { docsMetadata } from '../../guide-page.tsx'

type Props = { params: Promise<{ operation: string }> }

const find = cache(async (id: string) => {
  const { env } = await webContext()
  return { env, operation: operationViews(env).find((one) => one.id === id) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { operation } = await find((await params).operation)
  if (!operation) return { title: 'Page not found' }
  const { title, description, id } = operation
  return docsMetadata({ title, description, path: `/docs/reference/${id}` })
}

export default async function OperationPage({ params }: Props) {
  const { env, operation } = await find((await params).operation)
  if (!operation) notFound()
  return (
    <DocsShell
      pages={docPages(env)}
      path={`/docs/reference/${operation.id}`}
      title={operation.title}
      lead={operation.description}
      above={<OperationCall method={operation.method} path={operation.path} />}
    >
      <Operation
        operation={operation}
        facts={factsOf(operation)}
        snippets={snippetsOf(operation, env.baseUrl)}
        networks={env.networks.map(({ id, name }) => ({ id, name }))}
      />
    </DocsShell>
  )
}
