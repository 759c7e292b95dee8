import { capital } from '#lib/domain/text/capital'
import type { Choice, Field } from '#lib/schemas/reference/fields'
import { InlineCode } from './inline-code.tsx'
import { InlineMarkdown } from './markdown.tsx'

/** Members of a request are required or optional; members of an answer are always or sometimes present. */
type Side = 'request' | 'answer'

/** Members with their own members indented below, readable on wide and narrow screens. */
export function FieldList({ fields, side }: { fields: readonly Field[]; side: Side }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <li key={field.name} className="py-3.5">
          <FieldRow field={field} side={side} />
        </li>
      ))}
    </ul>
  )
}

function FieldRow({ field, side }: { field: Field; side: Side }) {
  const { name, type, isRequired, description, limits, example, fields, choices } = field
  const note = side === 'request' ? (isRequired ? 'required' : '') : isRequired ? '' : 'not always there'
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <code className="text-sm font-semibold [overflow-wrap:anywhere]">{name}</code>
        <span className="text-xs text-soft">{type}</span>
        {note && (
          <span className="rounded-full border border-edge px-2 text-xs leading-normal text-soft">
            {note}
          </span>
        )}
      </p>
      {description && (
        <p className="mt-1 max-w-[66ch] text-sm">
          <InlineMarkdown text={description} />
        </p>
      )}
      {limits.length > 0 && (
        <p className="mt-1 max-w-[66ch] text-xs text-soft [overflow-wrap:anywhere]">
          <InlineMarkdown text={capital(limits.join('; '))} />
        </p>
      )}
      {example !== undefined && (
        <p className="mt-1 text-xs text-soft [overflow-wrap:anywhere]">
          Example: <InlineCode>{JSON.stringify(example)}</InlineCode>
        </p>
      )}
      {fields.length > 0 && <Members fields={fields} of={name} side={side} />}
      {choices.length > 0 && <Choices choices={choices} of={name} side={side} />}
    </>
  )
}

const isMany = 6

/** A long list of members is folded, so that the whole structure stays visible. */
function Members({ fields, of, side }: { fields: readonly Field[]; of: string; side: Side }) {
  const list = <Nested fields={fields} side={side} />
  if (fields.length < isMany) return <div className="mt-3">{list}</div>
  return (
    <details className="mt-2" open={fields.length < isMany * 2}>
      <summary className="inline-block rounded-sm text-sm text-soft underline underline-offset-4 hover:text-ink">
        {fields.length} members of {of}
      </summary>
      <div className="mt-2">{list}</div>
    </details>
  )
}

function Nested({ fields, side }: { fields: readonly Field[]; side: Side }) {
  return (
    <ul className="space-y-4 border-l-2 border-line pl-3 sm:pl-4">
      {fields.map((field) => (
        <li key={field.name}>
          <FieldRow field={field} side={side} />
        </li>
      ))}
    </ul>
  )
}

/** The alternatives of a value, one after the other. */
export function Choices({ choices, of, side }: { choices: readonly Choice[]; of?: string; side: Side }) {
  return (
    <div className="mt-3 space-y-4">
      <p className="text-sm text-soft">
        {of ? <InlineCode>{of}</InlineCode> : 'It'} is one of these {choices.length}:
      </p>
      {choices.map((choice) => (
        <div key={choice.title}>
          <p className="mb-2 text-sm font-semibold">
            <InlineMarkdown text={choice.title} />
          </p>
          <Nested fields={choice.fields} side={side} />
        </div>
      ))}
    </div>
  )
}
