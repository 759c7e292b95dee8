import { useState } from 'react'
import type { CheckSettings } from '#lib/client/check'
import { emptyTrust, parseTrust, type TrustFields } from '#lib/client/trust-text'
import { saveText } from '../../ui/save-text.ts'
import { isEndpoint } from '../use-endpoints.ts'

export type ChainSettings = CheckSettings & { rpcUrl: string }

const inputs: { name: keyof TrustFields; label: string; hint?: string }[] = [
  {
    name: 'attester',
    label: 'Attester you trust',
    hint: 'Get it from somewhere other than the proof, and compare all of it.',
  },
  { name: 'schema', label: 'Schema of the attestation' },
  { name: 'eas', label: 'EAS contract' },
  { name: 'chain', label: 'Chain' },
]

/**
 * The inputs for reading the chain: an endpoint and the trusted attesters. Before that the page sends no
 * requests.
 */
export function ChainForm(props: {
  initial: TrustFields | undefined
  /** The source of this page. */
  source: string
  onUse: (settings: ChainSettings | undefined) => void
}) {
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const initial = props.initial ?? emptyTrust
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const [rpcUrl, witnessUrl] = [text('rpc'), text('witness')]
    setSaid('')
    setProblem('')
    if (rpcUrl === '' && witnessUrl === '') {
      setSaid('Offline: no requests are sent.')
      return props.onUse(undefined)
    }
    if (!isEndpoint(rpcUrl) || (witnessUrl !== '' && !isEndpoint(witnessUrl)))
      return setProblem('An endpoint is an http or https address.')
    if (rpcUrl === witnessUrl)
      return setProblem(
        'The second endpoint is the same as the first. Use a different one, run by someone else.',
      )
    const trust = parseTrust(fieldsOf(form))
    if (typeof trust === 'string') return setProblem(trust)
    setSaid('The chain is now read through your endpoint.')
    props.onUse({ trust, rpcUrl, ...(witnessUrl && { witnessUrl }) })
  }
  return (
    <form
      className="rounded-lg border border-line p-5 sm:p-7"
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <h2 className="text-lg">Read the chain too</h2>
      <p className="mt-1 text-sm text-soft">Optional. If you leave it empty, this page sends no requests.</p>
      <Field name="rpc" label="Chain endpoint" placeholder="https://…" />
      <Field name="witness" label="Second endpoint (optional)" placeholder="https://…" />
      {inputs.map(({ name, ...rest }) => (
        <Field key={name} name={name} initial={initial[name]} {...rest} />
      ))}
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="submit" className="button">
          Use these
        </button>
        <button
          type="button"
          className="button"
          onClick={(event) => save(props.source, fieldsOf(new FormData(event.currentTarget.form!)))}
        >
          Save this page with them
        </button>
      </div>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {problem}
      </p>
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {said}
      </p>
    </form>
  )
}

function Field(props: {
  name: string
  label: string
  initial?: string
  placeholder?: string
  hint?: string
}) {
  const { name, label, initial, placeholder, hint } = props
  return (
    <div className="mt-4">
      <label htmlFor={name} className="block text-sm">
        {label}
      </label>
      <input
        id={name}
        name={name}
        className="field mt-1 w-full px-3 text-xs"
        defaultValue={initial}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint && `${name}-hint`}
      />
      {hint && (
        <p id={`${name}-hint`} className="mt-1 text-xs text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

function fieldsOf(form: FormData): TrustFields {
  const text = (name: keyof TrustFields) => String(form.get(name) ?? '').trim()
  return { chain: text('chain'), eas: text('eas'), attester: text('attester'), schema: text('schema') }
}

const keptPlace = /(<script type="application\/json" id="trust">)[^<]*(<\/script>)/

/** The field values that a saved copy of this page contains. */
export function keptFields(): TrustFields | undefined {
  const kept: unknown = JSON.parse(document.getElementById('trust')?.textContent || 'null')
  return kept ? { ...emptyTrust, ...kept } : undefined
}

function save(source: string, fields: TrustFields): void {
  const json = JSON.stringify(fields).replaceAll('<', '\\u003c')
  const copy = source.replace(keptPlace, (_, before, after) => `${before}${json}${after}`)
  saveText('cairn-check.html', 'text/html', copy)
}
