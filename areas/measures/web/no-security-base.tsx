import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'

/** Nothing calls for measures yet: where they will come from, and the way there. */
export function NoBase() {
  const t = useWords('measures')
  const way = useRight('policy_application.write') ? { label: t('base.open_policies'), to: path('/org/policies') } : undefined
  return <EmptyState title={t('base.empty')} text={t('base.empty_text')} way={way} />
}
