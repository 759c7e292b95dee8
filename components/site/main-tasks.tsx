import Link from 'next/link'

/** The three main tasks of visitors. @param bounty a description of bounties */
export function MainTasks({ bounty }: { bounty: string }) {
  const tasks = [
    {
      href: '/verify',
      title: 'Verify a file',
      text: 'Is your photo or video an exact copy of one on record? Drop it in your browser and see. It never leaves your device.',
      cost: 'Free',
    },
    {
      href: '/bounties/new',
      title: 'Commission a film',
      text: 'Need to see a place? Say what to film and what you pay. You get the film, and a 3D model if one can be made of it. Your money comes back if you accept no film.',
      cost: bounty,
    },
    {
      href: '/board',
      title: 'Film an open bounty',
      text: 'See what people want filmed near you. If your film is accepted, you get the full amount.',
      cost: 'No fee',
    },
  ]
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {tasks.map((task) => (
        <li
          key={task.title}
          className="relative flex flex-col rounded-lg border border-line bg-raised p-5 has-[a:hover]:border-edge sm:p-6"
        >
          <h2 className="text-lg">
            <Link href={task.href} prefetch={false} className="after:absolute after:inset-0 after:rounded-lg">
              {task.title}
            </Link>
          </h2>
          <p className="mt-1.5 mb-4 text-sm text-soft">{task.text}</p>
          <p className="mt-auto text-sm font-semibold">{task.cost}</p>
        </li>
      ))}
    </ul>
  )
}
