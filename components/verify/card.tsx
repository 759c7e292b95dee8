/** One thing that is checked, under its name. */
export function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <article className="rounded-lg border border-line bg-raised p-5 sm:p-8">
      <h2 className="mb-5 text-sm font-normal tracking-normal break-words text-soft">{title}</h2>
      {children}
    </article>
  )
}
