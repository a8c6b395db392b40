import { RefreshCw } from 'lucide-react'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { glyphs } from '#kit/web/glyphs.ts'
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
        {waiting ? (
          <Button size="sm" icon={<RefreshCw size={14} strokeWidth={1.75} aria-hidden />} onClick={() => connection.tryNow()}>
            {words('actions.try_again')}
          </Button>
        ) : null}
      </Row>
    </div>
  )
}
