import { ShieldCheck } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './decide-next.module.css'
import { toDecideAt } from './pending-decisions.tsx'
import { useApplications } from './use-applications.ts'

/** More would be a list of its own. */
const offered = 3

/** What comes after applying: the measures that the policy calls for, where it applies since. */
export function DecideNext({ policyId, perimeters }: { readonly policyId: number; readonly perimeters: readonly number[] }) {
  const t = useWords('policies')
  const names = new Map(useApplications(policyId).map(({ perimeter }) => [perimeter?.id ?? 0, perimeter?.name ?? '']))
  // Taken back, it is not there any more.
  const there = perimeters.filter((id) => names.has(id))
  if (there.length === 0) return null
  return (
    <Row
      as="section"
      wrap
      align="center"
      gap={12}
      rowGap={8}
      padY={8}
      padX={12}
      edge="all"
      corner={8}
      fill="selected"
      className={css.next}
      aria-label={t('next.title')}
    >
      <ShieldCheck size={16} aria-hidden />
      <p>
        <b>{t('next.title')}</b> {t('next.text')}
      </p>
      <Row gap={8} wrap>
        {there.slice(0, offered).map((id, at) => (
          <ButtonLink key={id} size="sm" variant={at === 0 ? 'primary' : 'default'} to={toDecideAt({ policy: policyId, perimeter: id })}>
            {t('next.decide', { name: names.get(id) ?? '' })}
          </ButtonLink>
        ))}
        {there.length > offered ? (
          <ButtonLink size="sm" to={path('/org/security-bases')}>
            {t('next.all', { count: String(there.length) })}
          </ButtonLink>
        ) : null}
      </Row>
    </Row>
  )
}
