/** `Near Lund, Sweden`, or `Near the area with Lund, Sweden`. @param name of a cell, which may already begin with "Near" or "Around" */
export function nearText(name: string): string {
  return `Near ${name.replace(/^(?:Near|Around) /, '').replace(/^Area with /, 'the area with ')}`
}
