import { TriangleAlert } from 'lucide-react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { DecisionRequest } from '#kit/contract/decision-request.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useCompared } from './compared.ts'
import { FrozenFile } from './frozen-file.tsx'
import css from './decision-view.module.css'

type Row = object

interface DecisionViewProps {
  readonly entity: EntityDef
  /** The live record, beside which the copy is shown. */
  readonly row: Row
  /** Newest first. */
  readonly decisions: readonly DecisionRequest[]
  /** What its outcomes are called, and which of them says yes. */
  readonly outcomes: Readonly<Record<string, { readonly label: string; readonly approves?: boolean }>>
  /** Where each copy is made a file of (`FrozenFile`). */
  readonly paper: string
}

const unanswered: readonly string[] = ['OPEN', 'EXPIRED', 'REPLACED', 'WITHDRAWN']

/** What was asked and decided about a record, each with the copy of what was submitted; where the record is another by now, the difference is marked. */
export function DecisionView({ entity, row, decisions, outcomes, paper }: DecisionViewProps) {
  const t = useWords('kit')
  const format = useFormat()
  if (decisions.length === 0) return <EmptyState title={t('record.decision.none')} />
  const labelOf = (state: string) => (unanswered.includes(state) ? t(`record.decision.states.${state as 'OPEN'}`) : (outcomes[state]?.label ?? state))
  const lookOf = (state: string) =>
    state === 'OPEN' ? looks.awaited : unanswered.includes(state) ? looks.off : outcomes[state]?.approves ? looks.done : looks.failed
  return (
    <ol className={css.decisions}>
      {decisions.map((one, at) => (
        <li key={one.id}>
          <header>
            <StatusBadge {...lookOf(one.state)}>{labelOf(one.state)}</StatusBadge>
            <span>{t('record.decision.asked', { name: one.asked_by?.name ?? t('record.decision.nobody'), date: format.dateTime(String(one.asked_at)) })}</span>
            {one.decided_by && one.decided_at && one.state !== 'REPLACED' ? (
              <span>{t('record.decision.decided', { name: one.decided_by.name ?? '', date: format.dateTime(String(one.decided_at)) })}</span>
            ) : null}
          </header>
          {one.reason ? <blockquote>{one.reason}</blockquote> : null}
          {one.stale && one.state === 'OPEN' ? (
            <p className={css.stale} role="status">
              <TriangleAlert size={14} aria-hidden />
              {t('record.decision.stale')}
            </p>
          ) : null}
          <details open={at === 0}>
            <summary>{t('record.decision.submitted')}</summary>
            <FrozenFile decision={one} path={paper} />
            <Copy entity={entity} row={row} copy={one.copy} />
          </details>
        </li>
      ))}
    </ol>
  )
}

/** The fields of the form as they were submitted, beside what they are now where that is something else. */
function Copy({ entity, row, copy }: { readonly entity: EntityDef; readonly row: Row; readonly copy: Row }) {
  const t = useWords('kit')
  const lines = useCompared(entity)(row, copy)
  const changed = lines.filter(({ before, now }) => before !== now).length
  return (
    <>
      <p className={css.same}>{changed === 0 ? t('record.decision.same') : t('record.decision.differs', { count: changed })}</p>
      <table className={css.copy}>
        <thead>
          <tr>
            <th scope="col">{t('record.decision.field')}</th>
            <th scope="col">{t('record.decision.before')}</th>
            {changed > 0 ? <th scope="col">{t('record.decision.now')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, label, before, now }) => (
            <tr key={name} data-changed={before !== now || undefined}>
              <th scope="row">{label}</th>
              <td>{before || '–'}</td>
              {changed > 0 ? (
                <td>
                  {before === now ? null : (
                    <>
                      <VisuallyHidden>{t('record.decision.changed')} </VisuallyHidden>
                      {now || '–'}
                    </>
                  )}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
