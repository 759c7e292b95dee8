/** Why no model can be made of a film. */
export type RefusalReason =
  | { code: 'unreadable' }
  | { code: 'too_few_frames'; found: number; needed: number }
  | { code: 'no_parallax' }
  | { code: 'no_cameras' }
  | { code: 'too_few_registered'; registered: number; frames: number }
  | { code: 'absurd_lens' }
  | { code: 'shallow_view' }
  | { code: 'no_surface' }

/** No model can be made of this film. The message tells the person who filmed what is wrong and what to do. */
export class FilmRefused extends Error {
  override readonly name = 'FilmRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(explain(reason))
    this.reason = reason
  }
}

function explain(reason: RefusalReason): string {
  switch (reason.code) {
    case 'unreadable':
      return 'No pictures could be read from the film. Film it again and send the file just as the camera wrote it.'
    case 'too_few_frames':
      return `The film gives only ${reason.found} usable pictures, and a model needs at least ${reason.needed}. Film for at least ten seconds while you walk.`
    case 'no_parallax':
      return 'The camera turned on the spot, so nothing in the film tells near from far. Walk around the place while you film it, instead of turning on the spot.'
    case 'no_cameras':
      return 'The pictures of the film could not be fitted together. Walk slowly around the place in good light, keep it in view all the time, and avoid filming only sky, water, glass or bare walls.'
    case 'too_few_registered':
      return `Only ${reason.registered} of ${reason.frames} pictures of the film could be fitted together. Walk slowly and without sudden turns, so that each view overlaps the one before.`
    case 'absurd_lens':
      return 'The pictures fit together only with an impossible lens, so the shape cannot be trusted. Walk around the place without zooming and without turning on the spot.'
    case 'shallow_view':
      return 'The camera hardly moved compared with how far away everything is, so the shape cannot be measured. Walk closer and go further around the place.'
    case 'no_surface':
      return 'No solid surface could be measured in the film. Film nearer to the place, slowly and in good light, and show each part of it from several sides.'
  }
}
