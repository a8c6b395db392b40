/** The stamp of a new migration: now, or the minute after the last one's if that is dated later. */
export function stampAfter(last: string): string {
  const write = (date: Date) => date.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
  const now = write(new Date())
  const [, year, month, day, hours, minutes] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)_/.exec(last) ?? []
  if (!year || now > last.slice(0, 13)) return now
  return write(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes) + 1)))
}
