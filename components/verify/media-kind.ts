/** The name of a file's kind in sentences. */
export type MediaKind = 'photo' | 'film' | 'file'

const photo = /\.(jpe?g|png|webp|avif|gif|bmp|tiff?|hei[cf]|jxl|dng|cr[23]|nef|arw|raf|orf|rw2|pef)$/i
const film = /\.(mp4|mov|m4v|webm|mkv|avi|mts|m2ts|3gp)$/i

/** By its media type if the browser knows it, otherwise by the extension of its name. */
export function mediaKind({ name, type }: { name: string; type: string }): MediaKind {
  if (type.startsWith('image/') || photo.test(name)) return 'photo'
  return type.startsWith('video/') || film.test(name) ? 'film' : 'file'
}

/** What its file is made of, as far as damage is recognised: a film in another container than the usual ones is `other`. */
export function containerKind(file: { name: string; type: string }): 'photo' | 'film' | 'other' {
  if (film.test(file.name)) return 'film'
  return mediaKind(file) === 'photo' ? 'photo' : 'other'
}
