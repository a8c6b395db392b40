import { VenetianMask } from 'lucide-react'
import { endImpersonation } from '#areas/people/web/index.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import styles from './impersonation-banner.module.css'

/** On every page while one acts as somebody else, with the way back (ACC-44). */
export function ImpersonationBanner() {
  const words = useWords('app')
  const user = useOptionalSession()
  if (!user?.impersonator) return null
  return (
    <Row
      as="section"
      rigid
      align="center"
      spread="middle"
      gap={10}
      padY={5}
      padX={16}
      fill="warn"
      tone="warn"
      weight={500}
      className={styles.banner}
      aria-label={words('impersonation.label')}
    >
      <VenetianMask size={16} strokeWidth={1.75} aria-hidden />
      <p>{words('impersonation.text', { name: user.name, impersonator: user.impersonator })}</p>
      <Button size="sm" onClick={() => void endImpersonation()}>
        {words('user.stop_impersonation')}
      </Button>
    </Row>
  )
}
