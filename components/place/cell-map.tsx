/**
 * How much of a still map a page shows: all of it, its whole width, or only the middle for sure. Its credit is at the outermost
 * visible corner.
 */
type Shown = 'whole' | 'width' | 'middle'
const anchors: Record<Shown, string> = { whole: '#corner', width: '#credit-place', middle: '' }

/** The address of a still map of a cell. */
export function cellMapPath(geohash: string, scheme: 'light' | 'dark', shows: Shown = 'middle'): string {
  return `/tiles/cell/${encodeURIComponent(geohash)}/${scheme}.svg${anchors[shows]}`
}

/**
 * A still map of a whole cell with its outline, drawn by the service. The whole cell is visible at any size, and it is cheap enough for
 * lists. Hidden from screen readers unless `alt` is given, because cards name the place in words.
 */
export function CellMap({
  geohash,
  className = 'aspect-[16/10] w-full',
  alt = '',
  isDark = false,
  isFirst = false,
  shows = 'middle',
}: {
  /** 1 to 6 characters. */
  geohash: string
  className?: string
  alt?: string
  /** True on a part of a page that is dark in every theme. */
  isDark?: boolean
  /** True if it is visible when the page opens, so it is not loaded lazily. */
  isFirst?: boolean
  /** `whole` if it is shown 8 to 5, `width` if it is shown wider, but at most twice as wide as high. */
  shows?: Shown
}) {
  return (
    <picture className="contents">
      <source media="(prefers-color-scheme: dark)" srcSet={cellMapPath(geohash, 'dark', shows)} />
      <img
        src={cellMapPath(geohash, isDark ? 'dark' : 'light', shows)}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className={`bg-map-land ${className}`}
      />
    </picture>
  )
}
