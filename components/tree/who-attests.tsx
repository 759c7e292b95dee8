import { CopyButton } from '#components/ui/copy-button'
import { Fact } from '#components/ui/fact'
import type { CheckerSettings } from '#components/verify/checker'
import { chainText } from '#lib/domain/chain/chain-text'
import { checksumAddress } from '#lib/domain/chain/checksum-address'

/** The addresses with which a proof of this service is checked elsewhere, in full, so that they can be compared. */
export function WhoAttests({ settings: { trust, isDemo } }: { settings: CheckerSettings }) {
  const { attesters, schemaUids, eas, chainId } = trust
  if (attesters.length === 0) return null
  return (
    <section aria-labelledby="attester" className="mt-12">
      <h2 id="attester" className="scroll-mt-4 text-xl">
        Who attests
      </h2>
      <p className="mt-3 max-w-[62ch]">
        Anyone can attest anything. To check a proof of this service elsewhere, compare its attester with this
        one.
      </p>
      <dl className="mt-4 grid gap-y-4 text-sm">
        <Fact name={attesters.length === 1 ? 'Attester' : 'Attesters, past ones too'}>
          {attesters.map((address) => (
            <Whole key={address} value={checksumAddress(address)} label="attester" />
          ))}
        </Fact>
        <Fact name={schemaUids.length === 1 ? 'Schema' : 'Schemas'}>
          {schemaUids.map((uid) => (
            <Whole key={uid} value={uid} label="schema" />
          ))}
        </Fact>
        <Fact name="EAS contract">
          <Whole value={checksumAddress(eas)} label="EAS contract" />
        </Fact>
        <Fact name="Chain">
          <span className="inline-block first-letter:uppercase">{`${chainText(chainId, isDemo)} (${chainId})`}</span>
        </Fact>
      </dl>
    </section>
  )
}

function Whole({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 leading-7 break-all text-balance">{value}</code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </span>
  )
}
