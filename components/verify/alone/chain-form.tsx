import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { CheckSettings } from '#lib/client/check'
import { emptyTrust, parseTrust, type TrustFields } from '#lib/client/trust-text'
import { localChain } from '#lib/domain/chain/chain-text'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { saveText } from '../../ui/save-text.ts'
import { isEndpoint } from '../use-endpoints.ts'
import { isServed } from './served.ts'

export type ChainSettings = CheckSettings & { rpcUrl: string }

const labels: Record<keyof TrustFields, string> = {
  attester: 'Attester you trust',
  schema: 'Schema of the attestation',
  eas: 'EAS contract',
  chain: 'Chain',
}

type Problem = { text: string; field: string }

/**
 * The inputs for reading the chain: an endpoint and the trusted attesters. Before that the page sends no
 * requests.
 */
export function ChainForm(props: {
  /** The fields that the address of the page names. */
  linked: TrustFields | undefined
  /** The proofs that were given. */
  proofs: readonly ProofBundle[]
  /** The source of this page. */
  source: string
  isDemo: boolean
  onUse: (settings: ChainSettings | undefined) => void
}) {
  const { linked, proofs, source, isDemo, onUse } = props
  const [problem, setProblem] = useState<Problem>()
  const [said, setSaid] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const kept = keptFields()
  const initial = linked ?? kept ?? emptyTrust
  const ofLink = linked ?? (kept?.isFromLink ? kept : undefined)
  const isSchemaFilled = useSchemaOf(proofs, form)
  const refuse = (text: string, field: string) => {
    setProblem({ text, field })
    input(form.current, field)?.focus()
  }
  const submit = (given: FormData) => {
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const [rpcUrl, witnessUrl] = [text('rpc'), text('witness')]
    setSaid('')
    setProblem(undefined)
    if (rpcUrl === '' && witnessUrl === '') {
      setSaid('Offline: no requests are sent.')
      return onUse(undefined)
    }
    if (!isEndpoint(rpcUrl)) return refuse('An endpoint is an http or https address.', 'rpc')
    if (witnessUrl !== '' && !isEndpoint(witnessUrl))
      return refuse('An endpoint is an http or https address.', 'witness')
    if (rpcUrl === witnessUrl)
      return refuse(
        'The second endpoint is the same as the first. Use a different one, run by someone else.',
        'witness',
      )
    const trust = parseTrust(fieldsOf(given))
    if ('problem' in trust) return refuse(trust.problem, trust.field)
    setSaid('Every file is checked with these settings. Its result says whether the chain could be read.')
    onUse({ trust, rpcUrl, ...(witnessUrl && { witnessUrl }) })
  }
  return (
    <form
      ref={form}
      className="rounded-lg border border-line p-5 sm:p-8"
      onInput={() => setSaid('')}
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <h2 className="text-lg">Read the chain too</h2>
      <p className="mt-1 text-sm text-soft">Optional. If you leave it empty, this page sends no requests.</p>
      {ofLink && (
        <p className="mt-2 text-sm text-wait">
          {linked ? 'The link to this page' : 'A link to the page that this copy was saved from'} filled in
          the attester, the schema, the contract and the chain: whoever made the link chose them. Compare them
          before you rely on a result.
        </p>
      )}
      <div className="grid gap-x-6 lg:grid-cols-2">
        <Field name="rpc" label="Chain endpoint" placeholder="https://…" problem={problem}>
          The web address of a computer that answers questions about the chain named below (RPC). The
          network’s own documentation and public lists of its endpoints name some; use one that you trust, or
          run your own.
        </Field>
        <Field name="witness" label="Second endpoint (optional)" placeholder="https://…" problem={problem}>
          A node that someone else runs. Both must agree.
        </Field>
        <Field name="attester" label={labels.attester} initial={initial.attester} problem={problem}>
          <AttesterHint proofs={proofs} />
        </Field>
        <Field name="schema" label={labels.schema} initial={initial.schema} problem={problem}>
          {isSchemaFilled
            ? 'From the proof. It counts only for attestations of the attester above.'
            : 'A proof names it: it is filled in when you add one.'}
        </Field>
        <Field name="eas" label={labels.eas} initial={initial.eas} problem={problem}>
          The public program on the chain in which attestations are written (Ethereum Attestation Service).
          Its makers list its address for each network in their documentation; the records page of the service
          names it too. A contract of someone else can say that any attester attested anything.
        </Field>
        <Field name="chain" label={labels.chain} initial={initial.chain} problem={problem}>
          {isDemo
            ? `A demonstration uses ${localChain}, which has the number of a public one.`
            : '8453 is Base.'}
        </Field>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="submit" className="button">
          Use these
        </button>
        <button
          type="button"
          className="button"
          onClick={(event) =>
            saveText(
              'cairn-check.html',
              'text/html',
              savedCopy(source, fieldsOf(new FormData(event.currentTarget.form!)), { ofLink, isDemo }),
            )
          }
        >
          Save this page with them
        </button>
      </div>
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {said}
      </p>
    </form>
  )
}

/**
 * What trust means here. The attester is never filled in from a proof: whoever made a false proof also chose the attester that it names.
 */
function AttesterHint({ proofs }: { proofs: readonly ProofBundle[] }) {
  // As the records page has it, so that the two can be compared by eye.
  const named = distinct(proofs.map(({ attestation }) => checksumAddress(attestation.attester)))
  return (
    <>
      The address that signed the record, like the name on a seal. Whom you trust is your choice: anyone can
      attest anything, and a false proof names its own attester. A service publishes its attester{' '}
      {isServed ? (
        <a href="/trees#attester" target="_blank" rel="noopener">
          on its records page
        </a>
      ) : (
        'on its records page, at /trees'
      )}
      . Compare it with what the service publishes elsewhere, such as its security or trust document, or ask
      someone who knows the service.
      {named.length === 1 && (
        <span className="mt-1 block">
          The proof names <code className="wrap-anywhere">{named[0]}</code>. Compare it with that page;
          capitals do not matter.
        </span>
      )}
    </>
  )
}

/** Fills in the schema that the proofs name, unless the reader has entered one. */
function useSchemaOf(proofs: readonly ProofBundle[], form: RefObject<HTMLFormElement | null>): boolean {
  const named = distinct(proofs.map(({ attestation }) => attestation.schema_uid)).join(', ')
  const [filled, setFilled] = useState('')
  useEffect(() => {
    const schema = input(form.current, 'schema')
    if (!schema || (schema.value !== '' && schema.value !== filled)) return
    schema.value = named
    setFilled(named)
  }, [named, filled, form])
  return filled !== ''
}

function input(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const found = form?.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

function distinct(values: string[]): string[] {
  return [...new Set(values)]
}

function Field(props: {
  name: string
  label: string
  initial?: string
  placeholder?: string
  problem: Problem | undefined
  /** A hint. */
  children?: ReactNode
}) {
  const { name, label, initial, placeholder, problem, children } = props
  const isWrong = problem?.field === name
  return (
    <div className="mt-4">
      <label htmlFor={name} className="block text-sm">
        {label}
      </label>
      <input
        id={name}
        name={name}
        className={`field mt-1 w-full px-3 text-xs ${isWrong ? 'border-bad' : ''}`}
        defaultValue={initial}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${isWrong ? 'form-problem ' : ''}${name}-hint`}
      />
      {isWrong && (
        <p id="form-problem" role="alert" ref={showProblem} className="mt-1 scroll-my-6 text-sm text-bad">
          {problem.text}
        </p>
      )}
      {children && (
        <p id={`${name}-hint`} className="mt-1 text-xs text-soft">
          {children}
        </p>
      )}
    </div>
  )
}

/** The focus shows the field alone, which may stand at the lower edge of the window. */
function showProblem(sentence: HTMLElement | null): void {
  sentence?.scrollIntoView({ block: 'nearest' })
}

function fieldsOf(form: FormData): TrustFields {
  const text = (name: keyof TrustFields) => String(form.get(name) ?? '').trim()
  return { chain: text('chain'), eas: text('eas'), attester: text('attester'), schema: text('schema') }
}

const keptPlace = /(<script type="application\/json" id="trust">)[^<]*(<\/script>)/

type KeptFields = TrustFields & { isFromLink?: boolean; isDemo?: boolean }

/** The field values that a saved copy of this page contains. */
export function keptFields(): KeptFields | undefined {
  const kept: unknown = JSON.parse(document.getElementById('trust')?.textContent || 'null')
  return kept ? { ...emptyTrust, ...kept } : undefined
}

/**
 * @param ofLink the fields that a link filled in. The copy names the link while its attester or its contract is still among them
 * @param isDemo true if this is the page of a demonstration. The copy then says so, too
 */
export function savedCopy(
  source: string,
  fields: TrustFields,
  { ofLink, isDemo }: { ofLink: TrustFields | undefined; isDemo: boolean },
): string {
  const isFromLink =
    ofLink !== undefined &&
    (hasSame(fields.attester, ofLink.attester) ||
      (hasSame(fields.eas, ofLink.eas) && !hasSame(fields.eas, emptyTrust.eas)))
  const kept: KeptFields = { ...fields, ...(isFromLink && { isFromLink }), ...(isDemo && { isDemo }) }
  const json = JSON.stringify(kept).replaceAll('<', '\\u003c')
  return source.replace(keptPlace, (_, before, after) => `${before}${json}${after}`)
}

/** True if two lists of addresses have one in common. */
function hasSame(one: string, other: string): boolean {
  const items = (text: string) => text.toLowerCase().split(/[\s,]+/)
  const others = items(other)
  return items(one).some((item) => item !== '' && others.includes(item))
}
