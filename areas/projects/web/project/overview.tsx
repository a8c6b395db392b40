import { useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { isOpen } from '#areas/actions/contract/remediation-work.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { DueDate, Progress } from '#kit/web/ui/marks.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { CriticalityBadge, type Project } from '#areas/projects/web/presentation.tsx'
import { useRows } from '#areas/projects/web/use-rows.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ProjectRequirements } from './project-requirements.tsx'
import { About } from './about.tsx'
import { DecisionBox } from './decision-box.tsx'
import { RiskBlock } from './risk-block.tsx'
import { WeatherCard } from './weather-card.tsx'
import { useClassification } from './classify-api.ts'
import css from './project.module.css'

const ClassifyDialog = lazy(async () => ({ default: (await import('./classify-dialog.tsx')).ClassifyDialog }))

/** What one wants to know of a project before anything else: the decision with its file, and at the side how it is doing. */
export function Overview({ row }: { readonly row: Project }) {
  return (
    <Grid gap={12} align="start" className={css.overview}>
      <Grid gap={12} narrows>
        <DecisionBox row={row} />
        {row.description ? (
          <section className={css.card}>
            <Markdown text={row.description} />
          </section>
        ) : null}
        {row.perimeter ? <RiskBlock row={row} place={row.perimeter.id} /> : null}
        <ActionBlock row={row} />
      </Grid>
      <Grid gap={12} narrows>
        <Classification row={row} />
        <ProjectRequirements row={row} />
        <WeatherCard row={row} />
        <Budget row={row} />
        <About row={row} />
      </Grid>
    </Grid>
  )
}

/** How critical it is, of four, and how that is known. */
function Classification({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const lang = useLanguage()
  const [open, setOpen] = useState(false)
  const { data } = useClassification(row)
  const standings = (row.classified_on && data?.kept[0]?.accumulators) || []
  const format = useFormat()
  return (
    <section className={css.card} aria-label={t('page.criticality')}>
      <header>
        <h2>{t('page.criticality')}</h2>
        <CriticalityBadge row={row} />
      </header>
      {standings.map((one) => (
        <Grid key={one.key} as="p" gap={8} align="center" className={css.standing}>
          <span>{(lang === 'fr' ? (one.name_fr ?? one.name_en) : (one.name_en ?? one.name_fr)) ?? one.key}</span>
          <i aria-hidden>
            {Array.from({ length: one.count }, (_, n) => (
              <Text as="b" grow fill="mute" key={n} data-on={n < one.at || undefined} />
            ))}
          </i>
          <small>{one.count > 0 ? t('classify.of', { at: format.number(one.at), count: format.number(one.count) }) : format.number(one.value)}</small>
        </Grid>
      ))}
      <p className={css.soft}>
        {row.criticality
          ? row.classified_on
            ? t('page.by_answers', { date: format.date(row.classified_on) })
            : (row.criticality_reason ?? t('page.by_hand'))
          : t('page.not_classified')}
      </p>
      {row.edit_right && row.status === 'ONGOING' && data ? (
        <Row gap={8} align="center" spread="between" wrap>
          <Button size="sm" variant={row.criticality ? 'default' : 'primary'} onClick={() => setOpen(true)}>
            {t(row.classified_on ? 'classify.again' : 'classify.button')}
          </Button>
        </Row>
      ) : null}
      <Suspense>{open ? <ClassifyDialog row={row} onClose={() => setOpen(false)} /> : null}</Suspense>
    </section>
  )
}

/** What is spent and what is promised, of what there is. */
function Budget({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const format = useFormat()
  const [spent, committed, all] = [row.budget_spent ?? 0, row.budget_committed ?? 0, row.budget]
  const share = (value: number) => `${Math.min(100, all ? (100 * value) / all : 0)}%`
  const left = (all ?? 0) - spent - committed
  return (
    <section className={css.card} aria-label={t('page.budget')}>
      <header>
        <h2>{t('page.budget')}</h2>
        {all === null ? null : <b>{t('page.budget_of', { used: format.number(spent + committed), all: format.number(all) })}</b>}
      </header>
      {all === null ? (
        <p className={css.soft}>{t('page.no_budget')}</p>
      ) : (
        <>
          <Row overflow="clipped" corner={4} fill="mute" className={css.money} aria-hidden data-over={left < 0 || undefined}>
            <i style={{ width: share(spent) }} />
            <i style={{ width: share(committed) }} />
          </Row>
          <Row as="p" wrap tone="soft" size={12} gap={14} rowGap={4} className={css.spread}>
            <span>{t('page.spent', { value: format.number(spent) })}</span>
            <span>{t('page.committed', { value: format.number(committed) })}</span>
            <span data-bad={left < 0 || undefined}>{t(left < 0 ? 'page.over' : 'page.left', { value: format.number(Math.abs(left)) })}</span>
          </Row>
        </>
      )}
    </section>
  )
}

/** How many of its actions a block shows. */
const first = 5

function ActionBlock({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const format = useFormat()
  const { data } = useRows(remediation, [{ name: 'project', selected_options: [row.id] }], 'target_date')
  const count = row.actions ?? 0
  const done = count - (row.open_actions ?? 0)
  const open = (data?.objects ?? []).filter(({ closed }) => !closed)
  return (
    <section className={css.card} aria-label={t('page.plan')}>
      <header>
        <h2>{t('page.plan')}</h2>
        <em>{count > 0 ? t('page.plan_done', { done: format.number(done), count }) : ''}</em>
      </header>
      {count === 0 ? (
        <p className={css.soft}>{t('page.no_actions')}</p>
      ) : (
        <>
          <Progress value={Math.floor((100 * done) / count)} />
          <ul className={css.lines}>
            {open.slice(0, first).map((one) => (
              <li key={one.id}>
                <code>{one.identifier}</code>
                <span>{one.name}</span>
                <DueDate date={one.target_date} open={isOpen(one.status)} />
              </li>
            ))}
          </ul>
          <Link to={rowsAt(path('/actions/filtered'), [{ name: 'project', selected_options: [row.id] }])}>{t('page.see_all')}</Link>
        </>
      )}
    </section>
  )
}
