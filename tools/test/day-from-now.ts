/** `YYYY-MM-DD`, so many days from today in the organisation's time zone, which is another day than UTC's late in the evening. */
export function dayFromNow(days: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
  // By the calendar: late in the evening so many times 24 hours end on another day where summer time lies between.
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}
