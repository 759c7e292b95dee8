import { Hash } from '../hash.tsx'

/** Who carried out an action: the operator's address, or whoever had a shell. */
export function DoneBy({ operator }: { operator: string | null }) {
  if (operator === null) return <span className="whitespace-nowrap">from the command line</span>
  return <Hash value={operator} label="the operator’s address" />
}
