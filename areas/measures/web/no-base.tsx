import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'

/** Nothing calls for measures yet: where they will come from, and the way there. */
export function NoBase() {
  const t = useWords('measures')
  return (
    <EmptyState title={t('base.empty')} text={t('base.empty_text')}>
      <ButtonLink to={path('/org/policies')}>{t('base.open_policies')}</ButtonLink>
    </EmptyState>
  )
}
