// The words of a place search: kinds of places in several languages, and names in a form that can be compared.

/** Small words that a query need not have. */
const smallWords = new Set(
  (
    'the of in at near and di del dello della dell dei degli delle da al alla e il lo la i gli l d de des du le les et un a ' +
    'el los las y do dos das der die den und van het'
  ).split(' '),
)

/** English words for kinds of places, each with words of that kind in other languages. The kind comes first there, as in `Piazza del Duomo`. */
const foreignKinds: Record<string, string> = {
  airport: 'aeroporto aeroport aeropuerto flughafen',
  baptistery: 'battistero baptistere baptisterium baptisterio',
  bridge: 'ponte pont puente brucke',
  castle: 'castello chateau castillo castelo burg schloss',
  cathedral: 'cattedrale duomo cathedrale catedral kathedrale dom',
  cemetery: 'cimitero cimetiere cementerio friedhof',
  chapel: 'cappella chapelle capilla kapelle',
  church: 'chiesa basilica eglise iglesia igreja kirche kerk',
  convent: 'convento couvent kloster',
  fountain: 'fontana fontaine fuente brunnen',
  gallery: 'galleria galerie galeria',
  garden: 'giardino giardini jardin jardins garten gardens',
  gate: 'porta porte puerta tor',
  hospital: 'ospedale hopital krankenhaus',
  library: 'biblioteca bibliotheque bibliothek',
  market: 'mercato marche mercado markt marketplace',
  monastery: 'monastero monastere monasterio abbazia abbaye abbey',
  museum: 'museo musee museu',
  palace: 'palazzo palais palacio palast',
  park: 'parco parc parque',
  school: 'scuola ecole escuela schule',
  square: 'piazza piazzale piazzetta place plaza praca platz plein',
  stadium: 'stadio stade estadio stadion',
  station: 'stazione gare estacion bahnhof',
  street: 'via rue calle rua strasse straße',
  theatre: 'teatro theater',
  tower: 'torre tour turm',
  university: 'universita universite universidad universitat',
  villa: '',
}
const foreignKind = new Map(
  Object.entries(foreignKinds).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
)

/** The English kind that a word names, in any of the languages. */
export function kindOfWord(word: string): string | undefined {
  return foreignKind.get(word) ?? (word in foreignKinds ? word : undefined)
}

/** True if the words say only what kind of place is meant. */
export function isKind(name: string): boolean {
  return mainWords(name).every((word) => kindOfWord(word) !== undefined)
}

/** The words of a plain name without articles and prepositions, or all its words if there are no others. */
export function mainWords(name: string): string[] {
  const words = name.split(' ')
  const main = words.filter((word) => !smallWords.has(word))
  return main.length > 0 ? main : words
}

/** Splits a plain name into words, leaves out articles and prepositions, and translates kinds to English: `piazza del duomo` becomes `square cathedral`. */
export function comparable(name: string): string {
  return mainWords(name)
    .map((word) => kindOfWord(word) ?? word)
    .join(' ')
}

/**
 * The kind of a place in its plain name, and the rest of it to compare: `square` and `cathedral` for `piazza del duomo` and for `cathedral
 * square`.
 */
export function splitKind(name: string): { kind: string | undefined; proper: string } {
  const words = mainWords(name)
  const at = foreignKind.has(words[0]!) ? 0 : words.findLastIndex((word) => kindOfWord(word) !== undefined)
  const kind = at < 0 ? undefined : kindOfWord(words[at]!)
  return { kind, proper: comparable(words.filter((_, index) => index !== at).join(' ')) }
}

/** True for the plain name of a building that says that it is lodging; a French `hôtel de ville` is a town hall. */
export function isLodgingName(name: string): boolean {
  return /\b(hotels?|hostel|ostello|albergo|motel|b b)\b(?! (de|des|du|d|dieu)\b)/.test(name)
}

const beforeTown =
  /^(?:central|downtown|(?:the )?(?:(?:city|town) )?cent(?:re|er) of|centro(?: storico)?(?: di)?) /
const afterTown =
  / (?:(?:city |town )?cent(?:re|er)|centre ville|centro(?: storico)?|downtown|zentrum|innenstadt)$/

/** The name without words for the middle of a town, such as `florence` for `central florence`; `undefined` if it has none. */
export function withoutCentre(name: string): string | undefined {
  const rest = name.replace(beforeTown, '').replace(afterTown, '')
  return rest === name ? undefined : rest
}

/** The words of names, and their kinds in English, for `hasWord`. */
export function searchText(plainNames: readonly string[]): string {
  const words = new Set(plainNames.flatMap((name) => name.split(' ')))
  for (const word of [...words]) words.add(kindOfWord(word) ?? word)
  return ` ${[...words].join(' ')} `
}

/** True if a word of the text begins with a typed word, or is of its kind: `cathedral` for `duomo`. */
export function hasWord(searchText: string, typed: string): boolean {
  if (searchText.includes(` ${typed}`)) return true
  const kind = kindOfWord(typed)
  return kind !== undefined && searchText.includes(` ${kind} `)
}
