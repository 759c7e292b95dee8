import 'server-only'
import type { Env } from '#lib/adapters/env'
import { guides } from '#lib/http/docs/pages'
import { describeInterface } from '#lib/http/documents/openapi'
import type { OperationView } from '#lib/schemas/reference/operation'

type Listed = OperationView & { /** An operation in a few words. */ cost: string }
type Group = { name: string; description: string; operations: Listed[] }

/** The operations by group, in the order of the catalog. */
export function operationGroups(env: Env, operations: readonly OperationView[]): Group[] {
  const tags = describeInterface(env).tags as { name: string; description: string }[]
  return tags
    .map((tag) => ({
      ...tag,
      operations: operations
        .filter(({ group }) => group === tag.name)
        .map((operation) => ({ ...operation, cost: operation.price?.text ?? 'free' })),
    }))
    .filter((group) => group.operations.length > 0)
}

/** The list of all operations as Markdown. */
export function referenceMarkdown(env: Env, operations: readonly OperationView[]): string {
  const { title, description } = guides.reference
  const groups = operationGroups(env, operations).map((group) => {
    const lines = group.operations.map(
      ({ id, method, path, title: name, cost, isSandboxOnly }) =>
        `- [${name}](/docs/reference/${id}.md): \`${method} ${path}\`, ${cost}${isSandboxOnly ? ', sandbox only' : ''}`,
    )
    return `## ${group.name}\n\n${group.description}\n\n${lines.join('\n')}`
  })
  return `# ${title}\n\n> ${description}\n\n${groups.join('\n\n')}\n`
}
