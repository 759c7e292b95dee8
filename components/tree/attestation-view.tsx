import type { ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block'
import { CopyButton } from '#components/ui/copy-button'
import { Tabs } from '#components/ui/tabs'
import { UtcTime } from '#components/ui/utc-time'
import type { ChainAnswer } from '#lib/client/chain'
import { anchorSchema, readAnchorWords } from '#lib/domain/anchor-words'
import { type Attestation, encodeGetAttestation, type Trust } from '#lib/domain/attestation'
import { checksumAddress } from '#lib/domain/checksum-address'
import { isoSeconds } from '#lib/domain/iso-time'
import type { TreeAnswer } from '#lib/schemas/proof'

type Props = {
  tree: TreeAnswer
  trust: Trust
  /** `undefined` while the chain is not read: then the page shows what the service says, and says so. */
  chain: ChainAnswer | undefined
  rpcUrl: string | undefined
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

function Decoded({ tree, trust, chain }: Props) {
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
          'not read from the chain'
        ) : found.revocationTime === 0 ? (
          'Not revoked'
        ) : (
          <>
            Revoked at <UtcTime iso={isoSeconds(found.revocationTime)} />
          </>
        )}
      </Fact>
      <Fact
        name="Attester"
        value={checksumAddress(attester)}
        holds={published && isSame('attester') !== false}
      >
        {published
          ? 'One this service publishes as its own.'
          : 'Not one this service publishes. Anyone can attest anything.'}
      </Fact>
      <Fact name="Schema" value={schema} holds={isSame('schema')}>
        <code className="text-xs break-words">{anchorSchema.replaceAll(',', ', ')}</code>
      </Fact>
      <Fact name="Transaction" value={told.tx} />
      <Fact name="EAS contract" value={checksumAddress(told.eas)}>
        on chain {told.chain_id}
      </Fact>
      <Fact name="Block" holds={isSame('block')}>
        {told.block}
        {chain && chain.block === undefined && ' (the endpoint no longer keeps the receipt)'}
      </Fact>
      <Fact name="Made" holds={isSame('time')}>
        <UtcTime iso={found ? isoSeconds(found.time) : told.time} />
      </Fact>
      {found && (
        <>
          <Fact name="Expires">
            {found.expirationTime === 0 ? 'never' : <UtcTime iso={isoSeconds(found.expirationTime)} />}
          </Fact>
          <Fact name="Can be revoked">{found.revocable ? 'yes, by its attester' : 'no'}</Fact>
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
          <span className={holds ? 'text-good' : 'text-bad'}>{holds ? 'holds' : 'does not hold'}</span>
        )}
      </dt>
      {value && (
        <dd className="flex items-start gap-1">
          <code className="min-w-0 flex-1 text-[0.78rem] leading-7 break-all">{value}</code>
          <CopyButton text={value} label={`Copy ${name}`} />
        </dd>
      )}
      {children && <dd className={value ? 'text-soft' : ''}>{children}</dd>}
    </div>
  )
}

const wordNames: Record<string, string> = {
  root: 'root of the tree',
  treeId: 'number of the tree',
  leafCount: 'leaves',
  prevRoot: 'root of the tree before',
  leafSpec: 'format of the leaves',
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
          ? 'Five words of 32 bytes each, as the Ethereum ABI has them: big-endian, the most significant byte first. A number is filled up with zeros on the left; a hash takes the whole word.'
          : `${(data.length - 2) / 2} bytes that are not of this service’s schema.`}
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
                <code className="block text-xs leading-6 break-all">{word}</code>
                {type !== 'bytes32' && <span className="text-soft">= {value}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
      {!words && <code className="block text-xs break-all">{data}</code>}
      <CopyButton text={data} label="Copy the data">
        Copy the data
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
        Any endpoint of chain {tree.attestation.chain_id} answers this. The call is{' '}
        <code>getAttestation(bytes32)</code> of the EAS contract with the UID above.
      </p>
      <CodeBlock code={code} label="curl" />
    </div>
  )
}
