import { Link2 } from 'lucide-react'
import { risk } from '#areas/risks/contract/risk.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
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
      <header>
        <b>{t('proposed.title', { count: data.length })}</b>
        {data.length > 1 ? (
          <Button size="sm" icon={<Link2 size={14} aria-hidden />} onClick={() => link(data.map(({ id }) => id))}>
            {t('proposed.all')}
          </Button>
        ) : null}
      </header>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <span>
              {one.name}
              <small>
                {one.identifier} · {measure.choice('status', one.status)}
              </small>
            </span>
            <Button size="sm" aria-label={t('proposed.link', { name: one.name ?? one.identifier })} onClick={() => link([one.id])}>
              {t('proposed.one')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
