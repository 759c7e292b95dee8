import { DatabaseSync } from 'node:sqlite'

/** What COLMAP's database says after the comparison of pictures. */
export type ComparedPictures = {
  /** The number of points that can be recognised in each picture, by its name. */
  points: ReadonlyMap<string, number>
  /** `config` is COLMAP's number for the geometry of the pair, `inliers` the number of points that fit it. */
  pairs: readonly { one: string; other: string; config: number; inliers: number }[]
}

/** COLMAP's number of a pair is the smaller id of its pictures times this, plus the larger. */
const idsOfPair = 2_147_483_647

export function readComparedPictures(databasePath: string): ComparedPictures {
  const database = new DatabaseSync(databasePath, { readOnly: true })
  const rowsOf = (query: string) => database.prepare(query).all()
  try {
    const names = new Map(
      rowsOf('select image_id, name from images').map((row) => [Number(row.image_id), String(row.name)]),
    )
    const nameOf = (id: number) => names.get(id) ?? String(id)
    return {
      points: new Map(
        rowsOf('select image_id, rows from keypoints').map((row) => [
          nameOf(Number(row.image_id)),
          Number(row.rows),
        ]),
      ),
      pairs: rowsOf('select pair_id, rows, config from two_view_geometries order by pair_id').map((row) => ({
        one: nameOf(Math.floor(Number(row.pair_id) / idsOfPair)),
        other: nameOf(Number(row.pair_id) % idsOfPair),
        config: Number(row.config),
        inliers: Number(row.rows),
      })),
    }
  } finally {
    database.close()
  }
}
