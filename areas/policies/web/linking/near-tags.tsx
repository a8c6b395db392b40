import type { ControlSuggestions } from '#areas/policies/contract/linking.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './linking.module.css'

/** Requirements of other policies that are paired with this one, or read alike. */
export function NearTags({ near }: { readonly near: ControlSuggestions['near'] }) {
  const t = useWords('policies')
  if (near.length === 0) return null
  return (
    <Row as="p" wrap align="center" gap={6} rowGap={4} tone="quiet" size={12}>
      {t('linking.near')}
      {near.map((each) => (
        <Link key={each.control_id} to={path('/org/policies/$id', { id: each.policy_id ?? 0 })} tabIndex={-1} title={each.name ?? ''} className={css.tag}>
          {[each.policy, each.identifier].filter(Boolean).join(', ')}
        </Link>
      ))}
    </Row>
  )
}
