import type { ComparedNodes, ImportedPolicy, ImportResult } from '#areas/library/contract/import-result.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
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
    <Box as="section" below={12} padY={12} padX={12} edge="all" corner={8} aria-label={name(policy)}>
      <Row as="header" align="center" gap={10}>
        <h3>{name(policy)}</h3>
        <Text grow tone="quiet">
          {t(`result.${policy.outcome}`)}
        </Text>
        {policy.policy_id === null ? null : (
          <ButtonLink size="sm" to={path('/org/policies/$id', { id: policy.policy_id })}>
            {t('result.open')}
          </ButtonLink>
        )}
      </Row>
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
    </Box>
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
    <Box as="ul" overflow="scrolled" above={6} tone="soft" size={12} line={20}>
      {compared.nodes.map((node, n) => (
        <li key={n}>
          <b>{node.identifier}</b> {name(node)}{' '}
          {node.fields.length > 0 ? (
            <Text as="small" tone="quiet">
              {node.fields.join(', ')}
            </Text>
          ) : null}
        </li>
      ))}
      {compared.total > compared.nodes.length ? <li>{t('result.more', { count: compared.total - compared.nodes.length })}</li> : null}
    </Box>
  )
}
