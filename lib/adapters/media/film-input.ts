/** Codecs that cameras write. Untrusted files cannot use any other decoder. */
export const filmCodecs = ['h264', 'hevc', 'av1', 'mpeg4', 'mjpeg', 'prores']

/**
 * Arguments before `-i` for untrusted files. They force the demuxer, forbid all others and allow only the
 * file protocol: otherwise a playlist with an .mp4 name could open other files. By default `mov` does not
 * follow external references.
 */
export const filmsOnly = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov', '-f', 'mov']

/**
 * Arguments for decoding. A probe cannot use them, because it fails on audio tracks that it may not decode.
 */
export const knownDecoders = ['-codec_whitelist', [...filmCodecs, 'libdav1d'].join(',')]
