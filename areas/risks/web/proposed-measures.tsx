import { Link2 } from 'lucide-react'
import { risk } from '#areas/risks/contract/risk.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import css from './levels.module.css'
import { useProposal, type Risk } from './risk-api.ts'

/** What the threat and the typical risk say to help and what stands in the perimeter already: linked by a press. */
export function ProposedMeasures({ row }: { readonly row: Risk }) {
  const t = useWords('risks')
  const measure = useEntityWords({ area: 'measures', name: 'measure' })
  const { data } = useProposal(row)
  if (!data || data.length === 0) return null
  const link = (ids: readonly number[]) =>
    void updateRow(risk, row, { measures: [...row.measures.map(({ id }) => id), ...ids] }).catch(() => {
      // Told already.
    })
  return (
    <section className={css.proposed} aria-label={t('proposed.title', { count: data.length })}>
      <Row as="header" align="center" spread="between" gap={12}>
        <b>{t('proposed.title', { count: data.length })}</b>
        {data.length > 1 ? (
          <Button size="sm" icon={<Link2 size={14} aria-hidden />} onClick={() => link(data.map(({ id }) => id))}>
            {t('proposed.all')}
          </Button>
        ) : null}
      </Row>
      <Box as="ul" above={8} corner={8}>
        {data.map((one) => (
          <Row as="li" align="center" spread="between" gap={12} padY={8} padX={10} key={one.id}>
            <span>
              {one.name}
              <small>
                {one.identifier} · {measure.choice('status', one.status)}
              </small>
            </span>
            <Button size="sm" aria-label={t('proposed.link', { name: one.name ?? one.identifier })} onClick={() => link([one.id])}>
              {t('proposed.one')}
            </Button>
          </Row>
        ))}
      </Box>
    </section>
  )
}
