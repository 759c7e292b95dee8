import Link from 'next/link'
import { type WarnedSubject, warnedSubjectsIn } from '#lib/domain/text/subject-warnings'

const sentences: Readonly<Record<WarnedSubject, string>> = {
  private_home:
    'This may ask for a private home. Ask for what can be seen from a public place, or say that its owner has agreed.',
  people: 'This may ask for people or number plates. Ask for a place: nobody may be followed or singled out.',
  children: 'This may ask for children. Children may never be the subject of a film.',
}

/** Warns beside the text of an order that asks for a private home, people or children. It never prevents the order. */
export function SubjectWarning({ title, brief }: { title: string; brief: string }) {
  const subjects = warnedSubjectsIn(`${title}\n${brief}`)
  return (
    <div role="status" className="empty:hidden">
      {subjects.length > 0 && (
        <div className="border-l-2 border-wait pl-4 text-sm">
          {subjects.map((subject) => (
            <p key={subject}>{sentences[subject]}</p>
          ))}
          <p className="mt-1 text-soft">
            You can still post it, if it is meant otherwise.{' '}
            <Link href="/rules" target="_blank" className="underline underline-offset-4">
              What may be filmed
            </Link>
          </p>
        </div>
      )}
    </div>
  )
}
