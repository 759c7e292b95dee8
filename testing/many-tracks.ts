/** A film whose description repeats its first track. It is small, but expensive for a parser that compares pairs of tracks. */
export function withTracks(film: Buffer, count: number): Buffer {
  const movie = boxNamed(film, 'moov', 0)
  const track = boxNamed(film, 'trak', movie.at + 8)
  const tracks = Buffer.concat(Array(count).fill(film.subarray(track.at, track.at + track.size)))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(movie.size + tracks.length)
  header.write('moov', 4, 'latin1')
  return Buffer.concat([
    film.subarray(0, movie.at),
    header,
    film.subarray(movie.at + 8, track.at),
    tracks,
    film.subarray(track.at, movie.at + movie.size),
    film.subarray(movie.at + movie.size),
  ])
}

/** Where the first box of a type is among the boxes that begin at `from`. */
export function boxNamed(film: Buffer, type: string, from: number): { at: number; size: number } {
  for (let at = from; at + 8 <= film.length; at += film.readUInt32BE(at))
    if (film.toString('latin1', at + 4, at + 8) === type) return { at, size: film.readUInt32BE(at) }
  throw new Error(`no ${type} in the film`)
}
