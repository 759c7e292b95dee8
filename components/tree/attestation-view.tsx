import type { ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { CopyButton } from '#components/ui/copy-button'
import { Moment } from '#components/ui/moment'
import { Tabs } from '#components/ui/tabs'
import type { ChainAnswer } from '#lib/client/chain'
import { localChain } from '#lib/domain/chain/chain-text'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import { anchorSchema, readAnchorWords } from '#lib/domain/proof/anchor-words'
import { type Attestation, encodeGetAttestation, type Trust } from '#lib/domain/proof/attestation'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { TreeAnswer } from '#lib/schemas/proof'

type Props = {
  tree: TreeAnswer
  trust: Trust
  /** `undefined` until the chain is read: the page then shows the service's data and says so. */
  chain: ChainAnswer | undefined
  rpcUrl: string | undefined
  isDemo: boolean
}

/** An attestation decoded and raw. */
export function AttestationView(props: Props) {
  const { attestation } = props.chain ?? {}
  return (
    <Tabs
      label="The attestation"
      tabs={[
        { id: 'decoded', title: 'Decoded', content: <Decoded {...props} /> },
        ...(attestation
          ? [{ id: 'raw', title: 'Raw bytes', content: <RawData attestation={attestation} /> }]
          : []),
        { id: 'again', title: 'Read it yourself', content: <ReadAgain {...props} /> },
      ]}
    />
  )
}

function Decoded({ tree, trust, chain, isDemo }: Props) {
  const told = tree.attestation
  const found = chain?.attestation
  const isSame = (name: string) => chain?.steps.find((step) => step.name === name)?.holds
  const attester = found?.attester ?? told.attester
  const published = trust.attesters.some((item) => item.toLowerCase() === attester.toLowerCase())
  const schema = found?.schema ?? told.schema_uid
  return (
    <dl className="grid gap-x-8 text-sm md:grid-cols-2">
      <Fact name="UID" value={found?.uid ?? told.uid} />
      <Fact name="State" holds={found && found.revocationTime === 0}>
        {!found ? (
          'Not read from the chain'
        ) : found.revocationTime === 0 ? (
          'Not revoked'
        ) : (
          <>
            Revoked <Moment iso={isoSeconds(found.revocationTime)} />
          </>
        )}
      </Fact>
      <Fact
        name="Attester"
        value={checksumAddress(attester)}
        holds={published && isSame('attester') !== false}
      >
        {published
          ? 'Published by this service as its own.'
          : 'Not published by this service. Anyone can attest anything.'}
      </Fact>
      <Fact name="Schema" value={schema} holds={isSame('schema')}>
        <code className="text-xs break-words">{anchorSchema.replaceAll(',', ', ')}</code>
      </Fact>
      <Fact name="Transaction" value={told.tx} />
      <Fact name="EAS contract" value={checksumAddress(told.eas)}>
        on {isDemo && `${localChain}, with the number of `}chain {told.chain_id}
      </Fact>
      <Fact name="Block" holds={isSame('block')}>
        {told.block}
        {chain && chain.block === undefined && ' (the endpoint no longer has the receipt)'}
      </Fact>
      <Fact name="Attested" holds={isSame('time')}>
        <Moment iso={found ? isoSeconds(found.time) : told.time} />
      </Fact>
      {found && (
        <>
          <Fact name="Expires">
            {found.expirationTime === 0 ? 'Never' : <Moment iso={isoSeconds(found.expirationTime)} />}
          </Fact>
          <Fact name="Can be revoked">{found.revocable ? 'Yes, by its attester' : 'No'}</Fact>
        </>
      )}
    </dl>
  )
}

function Fact(props: { name: string; value?: string; holds?: boolean | undefined; children?: ReactNode }) {
  const { name, value, holds, children } = props
  return (
    <div className="min-w-0 border-b border-line py-3">
      <dt className="caption flex gap-3">
        {name}
        {holds !== undefined && (
          <span className={holds ? 'text-good' : 'text-bad'}>{holds ? 'Valid' : 'Not valid'}</span>
        )}
      </dt>
      {value && (
        <dd className="flex items-start gap-1">
          <code className="min-w-0 flex-1 text-[0.78rem] leading-7 break-all text-balance">{value}</code>
          <CopyButton text={value} label={`Copy ${name}`} />
        </dd>
      )}
      {children && <dd className={value ? 'text-soft' : ''}>{children}</dd>}
    </div>
  )
}

const wordNames: Record<string, string> = {
  root: 'Root',
  treeId: 'Tree number',
  leafCount: 'Number of leaves',
  prevRoot: 'Previous root',
  leafSpec: 'Leaf format',
}

function RawData({ attestation }: { attestation: Attestation }) {
  const { data } = attestation
  let words: ReturnType<typeof readAnchorWords> | undefined
  try {
    words = readAnchorWords(data)
  } catch {
    words = undefined
  }
  return (
    <div className="space-y-5 text-sm">
      <p className="max-w-[62ch] text-soft">
        {words
          ? 'Five words of 32 bytes each, encoded as the Ethereum ABI says: most significant byte first. A number has zeros in front; a hash fills the whole word.'
          : `${(data.length - 2) / 2} bytes that do not follow this service’s schema.`}
      </p>
      {words && (
        <ol className="border-t border-line">
          {words.map(({ offset, name, type, word, value }) => (
            <li
              key={name}
              className="grid gap-x-6 border-b border-line py-3 md:grid-cols-[13rem_minmax(0,1fr)]"
            >
              <p>
                {wordNames[name]}
                <span className="block text-xs text-soft">
                  <code>
                    {type} {name}
                  </code>
                  , bytes {offset} to {offset + 31}
                </span>
              </p>
              <p className="min-w-0">
                <code className="block text-xs leading-6 break-all text-balance">{word}</code>
                {type !== 'bytes32' && <span className="text-soft">= {value}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
      {!words && <code className="block text-xs break-all">{data}</code>}
      <CopyButton text={data} label="Copy the data">
        Copy data
      </CopyButton>
    </div>
  )
}

function ReadAgain({ tree, rpcUrl }: Props) {
  const { eas, uid } = tree.attestation
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: eas, data: encodeGetAttestation(uid) }, 'latest'],
  }
  const code = `curl -s ${rpcUrl ?? 'https://YOUR-ENDPOINT'} \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`
  return (
    <div className="space-y-3 text-sm">
      <p className="max-w-[62ch] text-soft">
        Send this to any endpoint of chain {tree.attestation.chain_id}. It calls{' '}
        <code>getAttestation(bytes32)</code> on the EAS contract with the UID of this attestation.
      </p>
      <CodeBlock code={code} label="curl" />
    </div>
  )
}
