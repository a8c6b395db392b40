import type { ComparedNodes, ImportedPolicy, ImportResult } from '#areas/library/contract/import-result.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import css from './import.module.css'

/** What an import does to each policy: a new one, or what its new version adds, changes and removes. */
export function ResultView({ result }: { readonly result: ImportResult }) {
  return (
    <>
      {result.policies.map((policy, n) => (
        <PolicyResult key={n} policy={policy} />
      ))}
    </>
  )
}

const looks = { added: { tone: 'success', glyph: 'check' }, changed: { tone: 'warning', glyph: 'half' }, removed: { tone: 'off', glyph: 'minus' } } as const

function PolicyResult({ policy }: { readonly policy: ImportedPolicy }) {
  const t = useWords('library')
  const name = useName()
  const { difference } = policy
  return (
    <section className={css.policy} aria-label={name(policy)}>
      <header>
        <h3>{name(policy)}</h3>
        <span className={css.outcome}>{t(`result.${policy.outcome}`)}</span>
        {policy.policy_id === null ? null : (
          <ButtonLink size="sm" to={path('/org/policies/$id', { id: policy.policy_id })}>
            {t('result.open')}
          </ButtonLink>
        )}
      </header>
      {difference
        ? (['added', 'changed', 'removed'] as const).map((what) => (
            <details key={what} className={css.difference} open={what !== 'removed' && difference[what].total <= 20}>
              <summary>
                <StatusBadge {...looks[what]}>{t(`result.${what}`, { count: difference[what].total })}</StatusBadge>
              </summary>
              <Nodes compared={difference[what]} />
            </details>
          ))
        : null}
    </section>
  )
}

function useName() {
  const language = useLanguage()
  return ({ name_en, name_fr }: { readonly name_en: string | null; readonly name_fr: string | null }) =>
    (language === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)) ?? ''
}

function Nodes({ compared }: { readonly compared: ComparedNodes }) {
  const t = useWords('library')
  const name = useName()
  return (
    <ul>
      {compared.nodes.map((node, n) => (
        <li key={n}>
          <b>{node.identifier}</b> {name(node)} {node.fields.length > 0 ? <small>{node.fields.join(', ')}</small> : null}
        </li>
      ))}
      {compared.total > compared.nodes.length ? <li>{t('result.more', { count: compared.total - compared.nodes.length })}</li> : null}
    </ul>
  )
}
