/**
 * A still map of a whole cell, with the cell outlined, drawn by the service. It is shown at any size without cutting the cell
 * off, and is cheap enough for lists. Says nothing to a screen reader unless `alt` is given: a card names its place in words.
 */
export function CellMap({
  geohash,
  className = 'aspect-[16/10] w-full',
  alt = '',
  isDark = false,
  isFirst = false,
}: {
  /** 1 to 6 characters. */
  geohash: string
  className?: string
  alt?: string
  /** True on a part of a page that is dark in every theme. */
  isDark?: boolean
  /** In sight as soon as the page opens: it is not fetched only when it is scrolled to. */
  isFirst?: boolean
}) {
  const source = (scheme: 'light' | 'dark') => `/tiles/cell/${encodeURIComponent(geohash)}/${scheme}.svg`
  return (
    <picture className="contents">
      <source media="(prefers-color-scheme: dark)" srcSet={source('dark')} />
      <img
        src={source(isDark ? 'dark' : 'light')}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className={`bg-map-land ${className}`}
      />
    </picture>
  )
}
