/** Parses a time from raw SQL, which drizzle returns as text: `2026-11-21 05:15:31.123456+00`. */
export function readTime(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
}
