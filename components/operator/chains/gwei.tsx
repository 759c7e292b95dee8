import { gweiText } from './gas-words.ts'

/** A fee per gas in three digits, with all of them in its title. @param gwei a decimal number */
export function Gwei({ gwei }: { gwei: string }) {
  return (
    <span title={`${gwei} gwei`} className="whitespace-nowrap">
      {gweiText(gwei)} gwei
    </span>
  )
}
