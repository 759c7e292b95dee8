'use client'
import { Hash } from '../hash.tsx'
import { useAccountName } from '../use-operator.ts'

/** The address that a payment went to, with its name. Earlier settings may have named another address. */
export function Receiver({ address }: { address: string }) {
  const name = useAccountName()(address) ?? 'An address of earlier settings'
  return (
    <>
      {name} <Hash value={address} label="the receiver" />
    </>
  )
}
