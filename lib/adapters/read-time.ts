/** A time as plain SQL answers it (drizzle has the driver leave times as text): `2026-11-21 05:15:31.123456+00`. */
export function readTime(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
}
