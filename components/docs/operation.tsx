import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { Tabs } from '#components/ui/tabs'
import { capital } from '#lib/domain/text/capital'
import { jsonText } from '#lib/schemas/reference/json-text'
import type { OperationView } from '#lib/schemas/reference/operation'
import { AskPrice } from './ask-price.tsx'
import { Choices, FieldList } from './field-list.tsx'
import { Heading } from './heading.tsx'
import { InlineCode } from './inline-code.tsx'
import { InlineMarkdown } from './markdown.tsx'
import { TryIt } from './try-it.tsx'

type Props = {
  operation: OperationView
  facts: readonly { name: string; text: string }[]
  snippets: readonly { id: string; title: string; code: string }[]
  networks: readonly { id: string; name: string }[]
}

/** Method and path of an operation, above its description. */
export function OperationCall({ method, path }: Pick<OperationView, 'method' | 'path'>) {
  return (
    <p className="mt-6 flex items-baseline gap-x-3 rounded-md border border-line bg-sunken px-4 py-3">
      <MethodName method={method} />
      <OperationPath path={path} className="text-sm" />
    </p>
  )
}

/** One operation: price, input, output and errors. */
export function Operation({ operation, facts, snippets, networks }: Props) {
  const { parameters, body, answer } = operation
  return (
    <>
      <dl className="mt-6 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
        {facts.map(({ name, text }) => (
          <div key={name} className="contents">
            <dt className="text-soft max-sm:mt-2">{name}</dt>
            <dd>
              <InlineMarkdown text={capital(text)} />
            </dd>
          </div>
        ))}
      </dl>

      <Section title="Example">
        <Tabs
          label="The request in"
          tabs={snippets.map(({ id, title, code }) => ({
            id,
            title,
            content: <CodeBlock label={`Request, ${title}`} code={code} />,
          }))}
        />
        {answer.example !== undefined && (
          <div className="mt-5">
            <CodeBlock label={`Answer, ${answer.status}`} code={jsonText(answer.example)} />
          </div>
        )}
        <Try operation={operation} networks={networks} />
      </Section>

      {parameters.length > 0 && (
        <Section title="Parameters">
          <FieldList
            side="request"
            fields={parameters.map((field) => ({ ...field, type: `${field.type}, in the ${field.in}` }))}
          />
        </Section>
      )}
      {body && (
        <Section title="Body">
          <p className="mb-3 text-sm text-soft">
            <InlineCode>{body.contentType}</InlineCode>: {body.type}
          </p>
          {body.choices.length > 0 && <Choices choices={body.choices} side="request" />}
          {body.fields.length > 0 && <FieldList side="request" fields={body.fields} />}
        </Section>
      )}
      <Section title="Answer">
        <p className="mb-3 text-sm text-soft">
          {answer.shape ? (
            <>
              {answer.status},{' '}
              <InlineCode>{answer.isStream ? 'text/event-stream' : 'application/json'}</InlineCode>:{' '}
              {answer.shape.type}
            </>
          ) : (
            `${answer.status}, without a body.`
          )}
        </p>
        {answer.shape && answer.shape.choices.length > 0 && (
          <Choices choices={answer.shape.choices} side="answer" />
        )}
        {answer.shape && answer.shape.fields.length > 0 && (
          <FieldList side="answer" fields={answer.shape.fields} />
        )}
        {answer.headers.length > 0 && (
          <>
            <Heading level={3} id="headers" text="Headers">
              Headers
            </Heading>
            <FieldList side="answer" fields={answer.headers.map((one) => ({ ...one, isRequired: true }))} />
          </>
        )}
      </Section>
      <Section title="Errors">
        <ul className="divide-y divide-line border-y border-line text-sm">
          {operation.errors.map(({ code, status, meaning }) => (
            <li key={code} className="grid gap-x-4 py-2.5 sm:grid-cols-[15rem_1fr]">
              <span className="flex flex-wrap gap-x-3">
                <span className="text-soft tabular-nums">{status}</span>
                <a href={`/docs/errors#${code}`} className="docs-link font-mono text-xs leading-6">
                  {code}
                </a>
              </span>
              <span>
                <InlineMarkdown text={capital(meaning)} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function Try({ operation, networks }: Pick<Props, 'operation' | 'networks'>) {
  const { method, path, sample, credential } = operation
  if (!sample || operation.answer.isStream) return null
  if (credential === 'payment')
    return (
      <AskPrice
        request={{ method, path, sample }}
        networks={networks}
        pay={
          operation.id === 'createBounty'
            ? { href: '/bounties/new', text: 'Post a bounty with your wallet' }
            : { href: '/explore', text: 'Query and pay on the map' }
        }
      />
    )
  // Operations with permanent effects are not tried here, but on pages that show the effect.
  const isHarmless = method === 'GET' || (operation.isSandboxOnly && method === 'POST')
  return isHarmless ? (
    <TryIt
      request={{ method, path, sample }}
      token={
        credential === 'agent_token' ? 'agent_token' : credential === 'enterprise_key' ? 'API key' : undefined
      }
      needsSession={credential === 'session'}
    />
  ) : null
}

/** A path, which wraps before a slash, not within a name. */
export function OperationPath({ path, className }: { path: string; className: string }) {
  return (
    <code className={`min-w-0 [overflow-wrap:anywhere] ${className}`}>
      {path.split(/(?=\/)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}

export function MethodName({ method }: { method: string }) {
  return (
    <span className="rounded-sm border border-edge bg-raised px-2 font-mono text-xs font-semibold leading-6">
      {method}
    </span>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Heading level={2} id={title.toLowerCase()} text={title}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
