/** Sample instructions for the most common subjects. */
export const shotTemplates = [
  {
    name: 'Facade',
    brief:
      'Film the whole front of the building. Walk slowly from one end to the other, about five metres away, then once closer.\n\nKeep the camera level and film top and bottom too. In daylight, in one take of about 30 seconds. Wait until passers-by have gone.',
  },
  {
    name: 'Square',
    brief:
      'Walk once around the square, slowly, with the camera towards its middle. Then cross it once.\n\nHold the phone at eye height and do not turn on the spot. In daylight, in one take of about a minute.',
  },
  {
    name: 'Interior',
    brief:
      'Walk slowly along the walls of the room, once around, with the camera towards the opposite side.\n\nTurn on all lights. Film corners, floor and ceiling too. Ask first where that is needed, and do not film faces.',
  },
  {
    name: 'Object',
    brief:
      'Walk once around it, slowly, about two metres away, then a second time from higher up.\n\nIt should fill most of the picture and stay in it. In daylight without harsh shadows, in one take of about 30 seconds.',
  },
  {
    name: 'Condition report',
    brief:
      'First walk around the whole of it once. Then film each damaged spot from close by, for three seconds each: cracks, rust, missing parts, signs.\n\nHold something of known size beside it, such as a coin. Say nothing on the film that should stay private.',
  },
] as const

/** Writes a template into instructions. It replaces another template, and is appended to text that a person wrote. */
export function withTemplate(words: string, brief: string): string {
  const own = words.trim()
  const isOurs = own === '' || shotTemplates.some((template) => template.brief === own)
  if (isOurs) return brief
  return own.includes(brief) ? words : `${own}\n\n${brief}`
}
