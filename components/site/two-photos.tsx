import Link from 'next/link'
import { Cairn } from '#components/ui/cairn'
import type { StoneState } from '#components/ui/stone'

const photos: readonly {
  file: string
  alt: string
  title: string
  text: string
  stones: readonly StoneState[]
}[] = [
  {
    file: '/street.webp',
    alt: 'A cobbled street with yellow roses at a brick house.',
    title: 'Unchanged',
    text: 'Every stone fits.',
    stones: ['grown', 'set', 'set', 'set'],
  },
  {
    file: '/street-changed.webp',
    alt: 'The same street, but the roses are pink.',
    title: 'Changed',
    text: 'The roses were yellow.',
    stones: ['broken', 'set', 'set', 'set'],
  },
]

/** A photograph and an edited copy that looks as real, each with what a check says of it. */
export function TwoPhotos() {
  return (
    <figure>
      <div className="grid grid-cols-2 gap-3 sm:gap-4">
        {photos.map(({ file, alt, title, text, stones }) => (
          <div key={file} className="overflow-hidden rounded-lg border border-line bg-raised">
            {/* biome-ignore lint/performance/noImgElement: the files are already small */}
            <img
              src={file}
              alt={alt}
              width={720}
              height={540}
              loading="lazy"
              decoding="async"
              className="aspect-square w-full object-cover object-[12%_50%] sm:aspect-4/3"
            />
            <div className="flex items-center gap-3 p-3 sm:gap-4 sm:p-4">
              <Cairn className="w-10 flex-none sm:w-14" stones={stones.map((state) => ({ state }))} />
              <p className="min-w-0 text-xs text-soft sm:text-sm">
                <strong
                  className={`block text-sm sm:text-base ${stones[0] === 'grown' ? 'text-good' : 'text-bad'}`}
                >
                  {title}
                </strong>
                {text}
              </p>
            </div>
          </div>
        ))}
      </div>
      <figcaption className="mt-2 text-xs text-soft">
        The photo is of Lund, from OpenSfM. The edit is ours.{' '}
        <Link href="/docs/credits" prefetch={false} className="link">
          Credits
        </Link>
      </figcaption>
    </figure>
  )
}
