import { NothingHere } from '#components/operator/nothing-here'
import { ConsoleFrame } from './console-frame.tsx'

export default function OperatorNotFound() {
  return (
    <ConsoleFrame>
      <NothingHere />
    </ConsoleFrame>
  )
}
