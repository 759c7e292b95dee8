import Link from 'next/link'
import { Heading } from '#components/docs/heading'
import { MethodName, OperationPath } from '#components/docs/operation'
import { DocsShell } from '#components/docs/shell'
import { capital } from '#lib/domain/text/capital'
import { webContext } from '#lib/http/api/context'
import { operationViews } from '#lib/http/docs/operation-views'
import { docPages, guides } from '#lib/http/docs/pages'
import { operationGroups } from '#lib/http/docs/reference'
import { slugOf } from '#lib/schemas/reference/operation'
import { docsMetadata } from '../guide-page.tsx'

export const metadata = docsMetadata(guides.reference)

export default async function ReferencePage() {
  const { env } = await webContext()
  const { path, title, description } = guides.reference
  const groups = operationGroups(env, operationViews(env))
  return (
    <DocsShell
      pages={docPages(env)}
      path={path}
      title={title}
      lead={description}
      sections={groups.map(({ name }) => ({ id: slugOf(name), text: name }))}
    >
      {groups.map((group) => (
        <section key={group.name}>
          <Heading level={2} id={slugOf(group.name)} text={group.name}>
            {group.name}
          </Heading>
          <p className="max-w-[68ch] text-soft">{group.description}</p>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {group.operations.map((operation) => (
              <li key={operation.id}>
                <Link
                  href={`/docs/reference/${operation.id}`}
                  prefetch={false}
                  className="group grid gap-x-6 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="underline-offset-4 group-hover:underline">{operation.title}</span>
                  <span className="text-sm text-soft md:text-right">{capital(operation.cost)}</span>
                  <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 md:col-span-2">
                    <span className="flex min-w-0 items-baseline gap-x-2.5">
                      <MethodName method={operation.method} />
                      <OperationPath path={operation.path} className="text-xs text-soft" />
                    </span>
                    {operation.isSandboxOnly && (
                      <span className="rounded-full border border-edge px-2 text-xs text-soft">
                        sandbox only
                      </span>
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsShell>
  )
}
