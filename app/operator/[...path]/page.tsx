import { notFound } from 'next/navigation'

/** Any other address below `/operator`: `not-found.tsx` answers it within the console. */
export default function UnknownOperatorPage() {
  notFound()
}
