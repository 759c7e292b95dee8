import type { Metadata } from 'next'
import { NothingHere } from '#components/site/nothing-here'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <NothingHere
      title="Page not found"
      text="There is no page at this address. It may be misspelt, or a part of it may be missing."
      links={['/explore', '/verify', '/board']}
    />
  )
}
