import { kindNames } from './search-words.ts'

/** The kind of an id, if a search led here. */
export function FoundNote({ kind }: { kind: string | string[] | undefined }) {
  const name =
    typeof kind === 'string' && Object.hasOwn(kindNames, kind)
      ? kindNames[kind as keyof typeof kindNames]
      : undefined
  if (!name) return null
  return (
    <p role="status" className="mt-6 w-fit rounded-md bg-sunken px-4 py-2">
      You searched for {name}
      {kind === 'tree' ? '' : ' of this tree'}.
    </p>
  )
}
