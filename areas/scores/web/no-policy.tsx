import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'

/** No policy applies anywhere yet, so there is no score: where whoever may changes that. */
export function NoPolicy() {
  const words = useWords('scores')
  const way = useRight('policy_application.write') ? { label: words('page.empty_action'), to: path('/org/policies') } : undefined
  return <EmptyState title={words('page.empty')} text={words('page.empty_text')} way={way} />
}
