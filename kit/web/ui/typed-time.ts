const typed = /^(\d{1,2})(?:\s*[:h.,\s]\s*(\d{2})?)?\s*([ap])?\.?m?\.?$/i
const digits = /^(\d{1,2})(\d{2})$/

/** A time of day as people type it (`9`, `930`, `9h30`, `9:30 pm`) as `HH:MM`; null for what is none. */
export function readTime(text: string): string | null {
  const [, hours, minutes = '0', half] = digits.exec(text.trim()) ?? typed.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const [given, minute] = [Number(hours), Number(minutes)]
  if (half !== undefined && (given < 1 || given > 12)) return null
  const hour = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return hour > 23 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
