// No `server-only`: reconstruction engines load it as plain programs of Node.

/** What cameras write. Every other decoder stays closed to strangers. */
export const filmCodecs = ['h264', 'hevc', 'av1', 'mpeg4', 'mjpeg', 'prores']

/**
 * Comes before `-i` for every file of a stranger. Without it a playlist under an .mp4 name opens other files: the demuxer is
 * forced, no other one may follow, and it may read nothing but files. `mov` opens no external references by itself.
 */
export const filmsOnly = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov', '-f', 'mov']

/** For decoding. A probe cannot use it: it fails on a sound track it may not decode. */
export const knownDecoders = ['-codec_whitelist', [...filmCodecs, 'libdav1d'].join(',')]
