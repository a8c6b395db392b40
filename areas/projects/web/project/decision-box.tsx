import { useState } from 'react'
import { leftToDo } from '#areas/projects/contract/file.ts'
import { orderOf } from '#areas/projects/contract/steps.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { DecisionBadge, type Project } from '#areas/projects/web/presentation.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { useProjectDecisions } from './project-api.ts'
import { DecisionForm } from './decision-form.tsx'
import { FileBox } from './file-box.tsx'
import css from './project.module.css'

/** Whether the project may go live: recorded at step 6 by a pilot, with the file beside it that is kept (PRJ-14). */
export function DecisionBox({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const format = useFormat()
  const { data } = useProjectDecisions(row)
  const [again, setAgain] = useState(false)
  const due = orderOf(row.dev_step ?? 'IDENTIFICATION') >= orderOf('DECISION')
  const draft = data?.draft ?? null
  const prepares = row.pilot_right && row.status === 'ONGOING' && row.dev_step === 'TEST'
  const asks = (row.decide_right && (row.decision === null || again || draft !== null)) || (prepares && (draft !== null || again))
  return (
    <section className={css.decision} aria-label={t('decide.title')}>
      <Grid gap={10} narrows padY={12} padX={14} className={css.decide}>
        <header>
          <h2>{t('decide.title')}</h2>
          {row.decision ? (
            <DecisionBadge row={row} />
          ) : due && row.status === 'ONGOING' ? (
            <StatusBadge {...looks.awaited}>{t('decide.to_record')}</StatusBadge>
          ) : null}
          {draft ? <StatusBadge {...looks.waiting}>{t('decide.draft')}</StatusBadge> : null}
          <em>{t('decide.by_pilot')}</em>
        </header>
        {asks && data ? (
          <DecisionForm row={row} left={leftToDo(data.file)} draft={draft} records={row.decide_right} onDone={() => setAgain(false)} />
        ) : asks ? (
          <SkeletonRows count={5} />
        ) : (
          <>
            {draft ? <p className={css.soft}>{t('decide.prepared', { name: draft.author?.name ?? '', at: format.dateTime(draft.saved_at) })}</p> : null}
            <Recorded row={row} own={data?.objects[0]?.own === true} onAgain={() => setAgain(true)} />
            {prepares ? (
              <Row gap={8} align="center" spread="between" wrap>
                <Button size="sm" onClick={() => setAgain(true)}>
                  {t('decide.prepare')}
                </Button>
              </Row>
            ) : null}
          </>
        )}
      </Grid>
      <FileBox row={row} decisions={data} preview={asks} />
    </section>
  )
}

function Recorded({ row, own, onAgain }: { readonly row: Project; readonly own: boolean; readonly onAgain: () => void }) {
  const t = useWords('projects')
  const format = useFormat()
  if (!row.decision)
    return <p className={css.soft}>{t(orderOf(row.dev_step ?? 'IDENTIFICATION') < orderOf('DECISION') ? 'decide.later' : 'decide.none_yet')}</p>
  return (
    <>
      <p>{t('decide.recorded', { date: format.date(row.decision_date), name: row.decision_author?.name ?? '' })}</p>
      {own ? <p className={css.soft}>{t('decide.own')}</p> : null}
      {row.decision_comment ? <blockquote>{row.decision_comment}</blockquote> : null}
      {row.decision === 'NOGO' ? (
        <p className={css.bad}>
          {row.dev_step === 'PRODUCTION' ? `${t('page.live_nogo')}. ` : ''}
          {t(row.exempted ? 'page.under_exemption' : 'page.without_exemption')}.
        </p>
      ) : null}
      {row.reservations.length > 0 ? (
        <>
          <h3>{t('decide.reservations')}</h3>
          <ul className={css.lines}>
            {row.reservations.map(({ id, identifier, name }) => (
              <li key={id}>
                <code>{identifier}</code> {name}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {row.decide_right ? (
        <Row gap={8} align="center" spread="between" wrap>
          <Button size="sm" onClick={onAgain}>
            {t('decide.change')}
          </Button>
        </Row>
      ) : null}
    </>
  )
}
