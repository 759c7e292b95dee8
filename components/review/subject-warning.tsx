import Link from 'next/link'
import { type WarnedSubject, warnedSubjectsIn } from '#lib/domain/text/subject-warnings'

const sentences: Readonly<Record<WarnedSubject, string>> = {
  private_home:
    'This may ask for a private home or room. Ask for what can be seen from a public place, or say that its owner has agreed.',
  people: 'This may ask for people or number plates. Ask for a place: nobody may be followed or singled out.',
  children: 'This may ask for children. Children may never be the subject of a film.',
}

/**
 * Explains beside an order what may be filmed, and warns if it asks for a private home, people or children. It never prevents the order.
 */
export function SubjectWarning({ title, brief }: { title: string; brief: string }) {
  const subjects = warnedSubjectsIn(`${title}\n${brief}`)
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-soft">
        Ask for a place that everyone may see: no private homes, no people, no children.{' '}
        <Link href="/rules" target="_blank" className="underline underline-offset-4">
          What may be filmed
        </Link>
      </p>
      <div role="status" className="empty:hidden">
        {subjects.length > 0 && (
          <div className="border-l-2 border-wait pl-4">
            {subjects.map((subject) => (
              <p key={subject}>{sentences[subject]}</p>
            ))}
            <p className="mt-1 text-soft">
              You can still post it, if it is meant otherwise. An operator may hide or cancel what breaks the
              rules.
            </p>
          </div>
        )}
      </div>
    </div>
  )
}
