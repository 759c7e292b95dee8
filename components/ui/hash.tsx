import { CopyButton } from './copy-button.tsx'

/** First and last eight digits, with the whole value to copy. */
export function Hash({ value, label, isCompact }: { value: string; label: string; isCompact?: boolean }) {
  return (
    <span className={`inline-flex items-center whitespace-nowrap ${isCompact ? '' : 'gap-1'}`}>
      <code title={value} className={isCompact ? 'text-[clamp(0.65rem,2.9vw,0.9375rem)]' : 'text-sm'}>
        {shortHash(value)}
      </code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </span>
  )
}

export function shortHash(value: string): string {
  const prefix = value.startsWith('0x') ? '0x' : ''
  const digits = value.slice(prefix.length)
  return digits.length <= 20 ? value : `${prefix}${digits.slice(0, 8)}…${digits.slice(-8)}`
}
