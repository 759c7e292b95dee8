/** The address of a still map of a cell. @param isWhole true if all of it is shown, so that its credit can stand in the corner */
export function cellMapPath(geohash: string, scheme: 'light' | 'dark', isWhole = false): string {
  return `/tiles/cell/${encodeURIComponent(geohash)}/${scheme}.svg${isWhole ? '#corner' : ''}`
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
  isWhole = false,
}: {
  /** 1 to 6 characters. */
  geohash: string
  className?: string
  alt?: string
  /** True on a part of a page that is dark in every theme. */
  isDark?: boolean
  /** True if it is visible when the page opens, so it is not loaded lazily. */
  isFirst?: boolean
  /** True if it is shown 8 to 5, so nothing of it is cropped. */
  isWhole?: boolean
}) {
  return (
    <picture className="contents">
      <source media="(prefers-color-scheme: dark)" srcSet={cellMapPath(geohash, 'dark', isWhole)} />
      <img
        src={cellMapPath(geohash, isDark ? 'dark' : 'light', isWhole)}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className={`bg-map-land ${className}`}
      />
    </picture>
  )
}
