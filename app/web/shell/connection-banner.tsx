import { RefreshCw } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { glyphs } from '#kit/web/glyphs.ts'
import { api } from '#kit/web/api/client.ts'
import { connection } from '#kit/web/api/connection.ts'
import { wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import styles from './connection-banner.module.css'

/** Says, for as long as it is so, that the server is away, since when, and that nothing is lost; the page tries again by itself, or when it is told to. */
export function ConnectionBanner() {
  const words = useWords('kit')
  const since = useSyncExternalStore(connection.subscribe, connection.since)
  const place = useRef<HTMLDivElement>(null)
  const waiting = since !== undefined

  // In the top layer, over a dialog that is open: what is being saved there waits too. The page below makes room for it.
  useLayoutEffect(() => {
    const element = place.current
    document.documentElement.toggleAttribute('data-away', waiting)
    if (waiting) element?.showPopover()
    else if (element?.matches(':popover-open')) element.hidePopover()
  }, [waiting])

  // A page that asks for nothing just then hears of it from the browser.
  useEffect(() => {
    const ask = () => void api.get('/ready', { patient: true }).catch(() => undefined)
    addEventListener('offline', ask)
    addEventListener('online', connection.tryNow)
    return () => {
      removeEventListener('offline', ask)
      removeEventListener('online', connection.tryNow)
    }
  }, [])

  return (
    <div ref={place} popover="manual" className={styles.place}>
      <Row align="center" spread="between" gap={10} padY={4} padX={16} fill="warn" tone="warn" className={styles.band}>
        <Row role="status" align="center" gap={10} narrows className={styles.said}>
          {since ? (
            <>
              <glyphs.offline size={16} strokeWidth={1.75} aria-hidden />
              <p>
                <strong>{words('connection.away')}</strong> <span>{words('connection.since', { time: wallTime(since).slice(-5) })}</span>
              </p>
            </>
          ) : null}
        </Row>
        {waiting ? <NextTry /> : null}
        {waiting ? (
          <Button size="sm" icon={<RefreshCw size={14} strokeWidth={1.75} aria-hidden />} onClick={() => connection.tryNow()}>
            {words('actions.try_again')}
          </Button>
        ) : null}
      </Row>
    </div>
  )
}

/** Outside of what is announced: it changes every second. */
function NextTry() {
  const words = useWords('kit')
  const [seconds, setSeconds] = useState(connection.nextTry)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(connection.nextTry), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden className={styles.next}>
      {seconds === undefined ? words('connection.trying') : words('connection.next_try', { seconds: String(seconds) })}
    </span>
  )
}
