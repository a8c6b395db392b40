import { FileCheck2, Gauge, ListChecks } from 'lucide-react'
import type { Maker } from '#areas/measures/contract/effects.ts'
import { shownScore } from '#kit/contract/shown-score.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import css from './decide.module.css'
import { useDeciding } from './deciding.ts'

/** Who has it in place, here or for this perimeter: who leads it there, since when, and how well it does. */
export function MakerCard({ maker, row }: { readonly maker: Maker; readonly row: Measure }) {
  const t = useWords('measures')
  const format = useFormat()
  const { open, changeSince, showEvidence } = useDeciding()
  const { own, accepted, perimeter, manager, since, shared_on, performance, efficiency, checks, proofs } = maker
  const from = format.date(own ? since : (shared_on ?? since))
  return (
    <section className={css.maker} aria-label={t(own || accepted ? 'decide.maker' : 'decide.offer')}>
      <Avatar name={manager?.name ?? perimeter.name} size={36} />
      <div className={css.who}>
        <b>{t(own || accepted ? 'decide.made_by' : 'decide.offered_by', { perimeter: perimeter.name })}</b>
        <span>
          {t(manager ? 'decide.leads' : 'decide.leaderless', { name: manager?.name ?? '', date: from })}
          {own && row.edit_right ? (
            <Button variant="link" size="sm" onClick={() => changeSince(row)}>
              {t('decide.change_since')}
            </Button>
          ) : null}
          {own ? null : (
            <Button variant="link" size="sm" onClick={() => open(maker.measure.id)}>
              {maker.measure.identifier}
            </Button>
          )}
        </span>
      </div>
      <p className={css.worth}>
        <b>{format.number(shownScore(performance))}</b>
        <span>{t('decide.performance')}</span>
      </p>
      <ul className={css.facts}>
        <li>
          <Gauge size={13} aria-hidden /> {t('decide.efficiency', { value: efficiency })}
        </li>
        <li>
          <ListChecks size={13} aria-hidden /> {checks === null ? t('decide.no_checks') : t('decide.checks', { value: format.percent(checks) })}
        </li>
        <li>
          <FileCheck2 size={13} aria-hidden />{' '}
          <Button variant="link" size="sm" onClick={showEvidence}>
            {t('decide.proofs', { count: proofs })}
          </Button>
        </li>
      </ul>
    </section>
  )
}
