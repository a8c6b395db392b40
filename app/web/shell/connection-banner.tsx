import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { glyphs } from '#kit/web/glyphs.ts'
import { connection } from '#kit/web/api/connection.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import styles from './connection-banner.module.css'

/** Says, for as long as it is so, that the server is away and that the page tries again by itself. */
export function ConnectionBanner() {
  const words = useWords('kit')
  const waiting = useSyncExternalStore(connection.subscribe, connection.get)
  const place = useRef<HTMLDivElement>(null)

  // In the top layer, over a dialog that is open: what is being saved there waits too.
  useLayoutEffect(() => {
    const element = place.current
    if (waiting) element?.showPopover()
    else if (element?.matches(':popover-open')) element.hidePopover()
  }, [waiting])

  return (
    <div ref={place} popover="manual" role="status" className={styles.place}>
      {waiting ? (
        <p className={styles.banner}>
          <glyphs.offline size={15} strokeWidth={1.75} aria-hidden />
          {words('connection.away')}
        </p>
      ) : null}
    </div>
  )
}
