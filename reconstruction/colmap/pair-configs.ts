import { DatabaseSync } from 'node:sqlite'

/** COLMAP's number for the geometry of each compared pair of pictures. */
export function readPairConfigs(databasePath: string): number[] {
  const database = new DatabaseSync(databasePath, { readOnly: true })
  try {
    return database
      .prepare('select config from two_view_geometries order by pair_id')
      .all()
      .map((row) => Number(row.config))
  } finally {
    database.close()
  }
}
