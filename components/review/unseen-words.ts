import type { NotPlayed } from '#lib/client/why-not-played'

/** Warns a poster who is about to pay that the clip of the film was not shown. */
export const unseenWords: Readonly<Record<NotPlayed, string>> = {
  not_loaded: 'The preview could not be loaded here, so you have not seen this film.',
  unplayable: 'This browser cannot play the preview, so you have not seen this film.',
}
