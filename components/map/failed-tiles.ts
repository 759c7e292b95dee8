import type { ErrorEvent, Map as MapLibre, VectorTileSource } from 'maplibre-gl'

type TileName = { z: number; x: number; y: number }
/** The library adds these to an error of a source; `tile` only if it is the error of a tile. */
type SourceError = ErrorEvent & { sourceId?: string; tile?: { tileID: { canonical: TileName } } }

/** What a map could not load. Only that is requested again: a tile that is requested again and fails is no longer drawn. */
export class FailedTiles {
  readonly #bySource = new Map<string, TileName[]>()

  /** True if something failed since the last request. */
  get hasAny(): boolean {
    return this.#bySource.size > 0
  }

  /** @returns false for an error that is not about a source */
  add({ sourceId, tile }: SourceError): boolean {
    if (sourceId === undefined) return false
    const tiles = this.#bySource.get(sourceId) ?? []
    this.#bySource.set(sourceId, tile ? [...tiles, tile.tileID.canonical] : tiles)
    return true
  }

  /** Requests everything again that failed. */
  request(map: MapLibre): void {
    const failed = [...this.#bySource]
    this.#bySource.clear()
    for (const [id, tiles] of failed) {
      const source = map.getSource<VectorTileSource>(id)
      if (tiles.length > 0) map.refreshTiles(id, tiles)
      // Its description failed, so that no tile could be requested.
      else if (source?.url) source.setUrl(source.url)
    }
  }
}
