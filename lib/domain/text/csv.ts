// Tables as CSV (RFC 4180).

export type CsvCell = string | number

/** The columns of a table: the name of each, and its value in a row. */
export type CsvColumns<Row> = readonly (readonly [name: string, read: (row: Row) => CsvCell])[]

/** A header line, and a line for each row. */
export function writeTable<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return writeCsv([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))])
}

/**
 * Comma-separated values (RFC 4180), each line ended by CR LF. Text beyond ASCII gets a byte order mark, which Excel needs;
 * pure ASCII gets none, since simpler readers take the mark as part of the first column's name.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  const text = rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
  return /[^\0-\x7f]/.test(text) ? `\uFEFF${text}` : text
}

/**
 * A spreadsheet takes a text that begins like a formula for one, and many texts are strangers': such a text gets an
 * apostrophe before it, as OWASP advises. Numbers are numbers, negative ones too.
 */
function csvCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  const text = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
