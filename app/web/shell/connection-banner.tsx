import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { connection } from '#kit/web/api/connection.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import styles from './connection-banner.module.css'

/** Says, for as long as it is so, that the server is away and that the page tries again by itself. */
export function ConnectionBanner() {
  const words = useWords('kit')
  const waiting = useSyncExternalStore(connection.subscribe, connection.get)
  return (
    <div role="status" className={styles.place}>
      {waiting ? (
        <p className={styles.banner}>
          <CloudOff size={15} strokeWidth={1.75} aria-hidden />
          {words('connection.away')}
        </p>
      ) : null}
    </div>
  )
}
