import { useEffect, useMemo, useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'

const minute = 60_000

/** How people say how long something takes; no seconds, which nobody acts on. */
export function useDurations() {
  const t = useWords('incidents')
  return useMemo(
    () => (milliseconds: number) => {
      const minutes = Math.max(0, Math.floor(Math.abs(milliseconds) / minute))
      const hours = Math.floor(minutes / 60)
      if (hours >= 96) return t('time.days', { count: Math.floor(hours / 24) })
      if (hours === 0) return t('time.minutes', { minutes: String(minutes) })
      return minutes % 60 === 0
        ? t('time.whole_hours', { hours: String(hours) })
        : t('time.hours', { hours: String(hours), minutes: String(minutes % 60).padStart(2, '0') })
    },
    [t],
  )
}

/** A moment whole, short, and its time of day alone. */
export function useMoments() {
  const format = useFormat()
  const [year] = useState(() => String(new Date().getFullYear()))
  return useMemo(() => {
    const time = (moment: string) => format.dateTime(moment).split(' ').at(-1) ?? ''
    // The year stands where it is not this one.
    const short = (moment: string) => format.dateTime(moment).replace(`/${year}`, '').replace(`${year}-`, '')
    return { short, full: (moment: string) => format.dateTime(moment), time, day: (moment: string) => format.date(moment) }
  }, [format, year])
}

/** Now, to the minute: nothing ticks; the end of the day that the page shows. */
export function useNow(): number {
  const asOf = useAsOf()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return asOf ? Math.min(now, Date.parse(`${asOf}T23:59:59`)) : now
}
