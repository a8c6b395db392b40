/** The day three months before another, `YYYY-MM-DD`; the last of its month where that month is shorter. */
export function quarterBefore(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 3, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 4, Math.min(day, last))).toISOString().slice(0, 10)
}
