import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NothingHere } from '#components/operator/nothing-here'
import { ConsoleFrame } from '../console-frame.tsx'
import { isOperator } from '../visitor.ts'

export async function generateMetadata(): Promise<Metadata> {
  return (await isOperator()) ? { title: 'Page not found' } : {}
}

/** Any other address below `/operator`. Only operators are told that it does not exist; all others are asked to sign in, as everywhere. */
export default async function UnknownOperatorPage() {
  if (await isOperator()) notFound()
  return (
    <ConsoleFrame>
      <NothingHere />
    </ConsoleFrame>
  )
}
