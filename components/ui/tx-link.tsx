import { CopyButton } from './copy-button.tsx'
import { Hash, shortHash } from './hash.tsx'

type Props = { tx: string; label: string; explorerUrl: string | undefined }

/** The hash of a transaction, to copy. It leads to the network's explorer if the network has one. */
export function TxLink({ tx, label, explorerUrl }: Props) {
  if (!explorerUrl) return <Hash value={tx} label={label} />
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <a href={`${explorerUrl}/tx/${tx}`} target="_blank" rel="noreferrer" title={tx}>
        <code className="text-sm">{shortHash(tx)}</code>
      </a>
      <CopyButton text={tx} label={`Copy ${label}`} />
    </span>
  )
}
