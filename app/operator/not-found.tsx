import type { Metadata } from 'next'
import { NothingHere } from '#components/operator/nothing-here'
import { ConsoleFrame } from './console-frame.tsx'

export const metadata: Metadata = { title: 'Page not found' }

export default function OperatorNotFound() {
  return (
    <ConsoleFrame>
      <NothingHere />
    </ConsoleFrame>
  )
}
