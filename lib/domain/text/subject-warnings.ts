/** Which subjects of a bounty's text deserve a warning: private homes, people, and children. A hint to the writer, never a refusal. */

export const warnedSubjects = ['private_home', 'people', 'children'] as const
export type WarnedSubject = (typeof warnedSubjects)[number]

/**
 * Phrases that ask for such a subject, matched as whole words, without accents and in lower case. Words that are common in
 * descriptions of public places ("people" alone, "house") are left out: a warning that always shows is not read.
 */
const phrases: Readonly<Record<WarnedSubject, readonly RegExp[]>> = {
  private_home: [
    // English
    /(?:his|her|their|my|your|neighbou?r s|private|someone s|somebody s) (?:\w+ )?(?:house|home|flat|apartment|bedroom|bathroom|garden|backyard|driveway)/,
    /(?:inside|interior of|through the windows? of) (?:the |a |an )?(?:\w+ )?(?:house|home|flat|apartment)/,
    /(?<!(?:hotel|hostel|guest|palace|castle|museum|royal|state|period|show) )(?:bedrooms?|living rooms?|nursery room)(?! (?:apartments?|flats?|houses?|listings?|suites?|museum)| (?:of|in|at) (?:the|a|an|this|our) (?:\w+ )?(?:hotel|hostel|guest house|inn|museum|palace|castle|listing))/,
    /(?:ex|ex wife|ex husband|girlfriend|boyfriend|wife|husband|landlord|tenant) s (?:\w+ )?(?:house|home|flat|apartment|bathroom|garden|backyard|driveway)/,
    /(?:where|address where) (?:he|she|they|someone|somebody) lives?/,
    // Italian
    /casa (?:sua|privata|mia|loro|dei vicini|del vicino)|(?:abitazione|appartamento|giardino) privat[oa]|dove abita|camera da letto(?! (?:dell|dello|del) )/,
    // German
    /(?:sein|ihr|privat|mein|nachbar)\w* (?:haus|wohnung|garten|schlafzimmer)|privat(?:haus|wohnung|garten|grundstuck)\w*|wo (?:er|sie) wohnt|(?:schlaf|wohn|kinder)zimmer(?! (?:des|im) (?:hotel|schloss|museum))/,
    // French
    /(?:maison|appartement|jardin|domicile) (?:prive|privee|du voisin|des voisins)|ou (?:il|elle) habite|chambre a coucher(?! (?:de l hotel|du chateau|du palais|du roi|de la reine))/,
    // Spanish
    /(?:casa|piso|apartamento|jardin|vivienda) (?:privad[oa]|particular|del vecino|de los vecinos)|donde vive|dormitorio de (?:mi|su|tu|un|una) /,
  ],
  people: [
    // English
    /(?:film|follow|record|show|capture|track|watch|find|identify) (?:\w+ )?(?:people|persons?|man|woman|men|women|neighbou?rs?(?! s )|employees|residents|passers ?by|protesters|worshippers|someone|somebody|him|her|everyone|everybody)/,
    /(?:faces?|crowd) (?:of|from) |(?:close ups? of|their|people s) faces|faces (?:clearly )?visible|(?:licen[cs]e|number) plates?|who (?:enters|leaves|goes in|comes out|lives|works)/,
    /(?:my|his|her|their|your) (?:ex|ex wife|ex husband|ex girlfriend|ex boyfriend|exes|girlfriend|boyfriend|wife|husband|daughters?|sons?|neighbou?rs?|tenants?|landlord)(?! s | and i )/,
    // Italian
    /(?:filma|filmare|riprendi|riprendere|segui|seguire|mostra|mostrare) (?:\w+ )?(?:persone|persona|gente|uomo|donna|vicini|passanti)|volti|targhe|(?:mi[ao]|su[ao]) (?:ex|moglie|marito|fidanzat[oa]|vicin[oa])/,
    // German
    /(?:personen|menschen|leute|nachbarn|passanten|gesichter|mitarbeiter) (?:filmen|aufnehmen|zeigen|verfolgen)|(?:filme|filmen sie|verfolge|zeige) (?:\w+ )?(?:personen|menschen|leute|nachbarn|passanten|gesichter)|gesichter|kennzeichen von|(?:mein|sein|ihr)\w* (?:ex|ex ?frau|ex ?mann|ex ?freund(?:in)?|ehefrau|ehemann|nachbar(?:n|in)?)/,
    // French
    /(?:filmer|filmez|suivre|suivez|montrer|montrez) (?:\w+ )?(?:personnes?|gens|homme|femme|voisins?|passants?)|visages|plaques d immatriculation|(?:mon|ma|son|sa) (?:ex|femme|mari|copine|copain|voisine?)/,
    // Spanish
    /(?:filmar|filme|grabar|grabe|graba|seguir|siga|mostrar) (?:a )?(?:\w+ )?(?:personas?|gente|hombre|mujer|vecinos?|transeuntes)|rostros|matriculas|(?:mi|su) (?:ex|esposa|esposo|mujer|marido|novi[oa]|vecin[oa])/,
  ],
  children: [
    // English
    /children(?! s (?:museum|library|hospital))|child(?! s (?:museum|library|hospital))|kids|minors|toddlers?|bab(?:y|ies)|(?:school|little|young|teenage) (?:boys?|girls?)|schoolchildren|pupils|teenagers?/,
    // Italian
    /bambin[oiae]|ragazzin[oiae]|minorenni|neonat[oi]/,
    // German
    /kind|kinder|kindern|kindes|minderjahrige\w*|schulkinder\w*|schuler|schulern/,
    // French
    /enfants?|mineurs|bebes?|ecoliers?/,
    // Spanish
    /nin[oa]s?|menores de edad|bebes?|alumnos/,
  ],
}

const patterns = warnedSubjects.map((subject) => ({
  subject,
  pattern: new RegExp(` (?:${phrases[subject].map(({ source }) => source.trim()).join('|')})(?= )`),
}))

/** The subjects that a text asks for, in the order of `warnedSubjects`. */
export function warnedSubjectsIn(text: string): WarnedSubject[] {
  const words = ` ${text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return patterns.filter(({ pattern }) => pattern.test(words)).map(({ subject }) => subject)
}
