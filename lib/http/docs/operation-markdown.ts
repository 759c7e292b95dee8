import { snippetsOf } from '#lib/http/docs/snippets'
import type { Field, Shape } from '#lib/schemas/reference/fields'
import { jsonText } from '#lib/schemas/reference/json-text'
import type { OperationView } from '#lib/schemas/reference/operation'

/** The page of an operation as Markdown, with the same headings in the same order. */
export function operationMarkdown(operation: OperationView, baseUrl: string): string {
  const { parameters, body, answer, errors } = operation
  return [
    `# ${operation.title}`,
    `\`${operation.method} ${operation.path}\``,
    operation.description,
    factsOf(operation)
      .map(({ name, text }) => `- ${name}: ${text}`)
      .join('\n'),
    '## Example',
    ...snippetsOf(operation, baseUrl).map(({ title, id, code }) =>
      fenced(code, id === 'mcp' ? 'Shell' : title),
    ),
    ...(answer.example === undefined
      ? []
      : [`Answer, ${answer.status}:`, fenced(jsonText(answer.example), 'json')]),
    ...(parameters.length > 0 ? ['## Parameters', listOf(parameters, 'request')] : []),
    ...(body ? ['## Body', bodyNote(body), shapeMarkdown(body, 'request')] : []),
    '## Answer',
    answer.shape
      ? `${answer.status}, \`${answer.isStream ? 'text/event-stream' : 'application/json'}\`: ${answer.shape.type}`
      : `${answer.status}, without a body.`,
    ...(answer.shape ? [shapeMarkdown(answer.shape, 'answer')] : []),
    ...(answer.headers.length > 0 ? ['### Headers', listOf(answer.headers, 'answer')] : []),
    '## Errors',
    errors
      .map(({ code, status, meaning }) => `- ${status} [\`${code}\`](/docs/errors#${code}): ${meaning}`)
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** The facts that readers look for first: the price, who may call it, and where it exists. */
export function factsOf(operation: OperationView): { name: string; text: string }[] {
  return [
    { name: 'Price', text: operation.price?.text ?? 'free' },
    { name: 'Credential', text: credentials[operation.credential] },
    ...(operation.tool ? [{ name: 'Tool for agents', text: `\`${operation.tool.name}\`` }] : []),
    ...(operation.isDeprecated
      ? [{ name: 'Deprecated', text: 'it will go; its answers say when ([how](/docs/versioning))' }]
      : []),
    ...(operation.isSandboxOnly ? [{ name: 'Sandbox only', text: 'it does not exist in production' }] : []),
  ]
}

const credentials: Readonly<Record<OperationView['credential'], string>> = {
  none: 'none',
  payment: 'a payment in `PAYMENT-SIGNATURE` ([how](/docs/payment))',
  agent_token: '`Authorization: Bearer` with the `agent_token` of the bounty',
  enterprise_key: '`Authorization: Bearer` with an API key ([how](/docs/enterprise))',
  session: '`Authorization: Bearer` with the token of a session ([sign in](/docs/reference/signIn))',
}

function bodyNote(body: NonNullable<OperationView['body']>): string {
  return `\`${body.contentType}\`: ${body.type}`
}

function shapeMarkdown(shape: Shape, side: 'request' | 'answer'): string {
  if (shape.choices.length > 0)
    return shape.choices.map((choice) => `- ${choice.title}\n${listOf(choice.fields, side, '  ')}`).join('\n')
  return listOf(shape.fields, side)
}

function listOf(fields: readonly Field[], side: 'request' | 'answer', indent = ''): string {
  return fields
    .map((field) => {
      const note =
        side === 'request' ? field.isRequired && ', required' : !field.isRequired && ', not always there'
      const words = [field.description, field.limits.join('; ')].filter(Boolean).join(' ')
      const line = `${indent}- \`${field.name}\` (${field.type}${note || ''})${words ? `: ${words}` : ''}`
      const below = [
        field.fields.length > 0 ? listOf(field.fields, side, `${indent}  `) : '',
        ...field.choices.map(
          (choice) => `${indent}  - ${choice.title}\n${listOf(choice.fields, side, `${indent}    `)}`,
        ),
      ].filter((part) => part !== '')
      return [line, ...below].join('\n')
    })
    .join('\n')
}

function fenced(code: string, label: string): string {
  return `\`\`\`${label}\n${code}\n\`\`\``
}
