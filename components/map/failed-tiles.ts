import type { ErrorEvent, Map as MapLibre, VectorTileSource } from 'maplibre-gl'

type TileName = { z: number; x: number; y: number }
/** The library adds these to an error of a source; `tile` only if it is the error of a tile. */
type SourceError = ErrorEvent & { sourceId?: string; tile?: { tileID: { canonical: TileName } } }

/** What a map could not load. Only that is requested again: a tile that is requested again and fails is no longer drawn. */
export class FailedTiles {
  /** The tiles of each source by their names, because a tile can fail again before it is requested again. */
  readonly #bySource = new Map<string, Map<string, TileName>>()

  /** True if something failed since the last request. */
  get hasAny(): boolean {
    return this.#bySource.size > 0
  }

  /** Adds everything that fails from now on. */
  collect(map: MapLibre): void {
    map.on('error', (event) => {
      // The library reports errors itself only if nobody listens.
      if (!this.add(event)) return reportError(event.error)
      // After the failure of a description the library draws nothing, so that the map would not come to rest.
      map.triggerRepaint()
    })
  }

  /** @returns false for an error that is not about a source */
  add({ sourceId, tile }: SourceError): boolean {
    if (sourceId === undefined) return false
    const tiles = this.#bySource.get(sourceId) ?? new Map<string, TileName>()
    this.#bySource.set(sourceId, tiles)
    if (tile) {
      const { canonical } = tile.tileID
      tiles.set(`${canonical.z}/${canonical.x}/${canonical.y}`, canonical)
    }
    return true
  }

  /** Requests everything again that failed. */
  request(map: MapLibre): void {
    const failed = [...this.#bySource]
    this.#bySource.clear()
    for (const [id, tiles] of failed) {
      const source = map.getSource<VectorTileSource>(id)
      if (tiles.size > 0) map.refreshTiles(id, [...tiles.values()])
      // Its description failed, so that no tile could be requested.
      else if (source?.url) source.setUrl(source.url)
    }
  }
}
