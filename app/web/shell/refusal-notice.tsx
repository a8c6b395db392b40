import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { refusal } from '#app/web/refusal.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import styles from './refusal-notice.module.css'

/** Tells on the page that somebody was led to which one is not theirs to open, and why, until they go on. */
export function RefusalNotice({ pathname }: { readonly pathname: string | undefined }) {
  const words = useWords('app')
  const translate = useTranslate()
  const user = useOptionalSession()
  const refused = useSyncExternalStore(refusal.subscribe, refusal.get)
  const role = user?.role ?? user?.admin_type
  return (
    <div role="status">
      {refused && refused.at === pathname ? (
        <Row align="center" spread="between" gap={10} padY={4} padX={16} edge="below" fill="hover" className={styles.notice}>
          <p>{words(`refused.${refused.why}`, { page: translate(refused.title), role: role ? words(`user.roles.${role}`) : '' })}</p>
          <IconButton size="sm" label={words('refused.dismiss')} onClick={() => refusal.set(undefined)}>
            <X size={14} strokeWidth={1.75} />
          </IconButton>
        </Row>
      ) : null}
    </div>
  )
}
