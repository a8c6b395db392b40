import { TriangleAlert } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import type { UnsentAnswer } from './unsent-answers.ts'
import type { Occurrence } from './occurrence-api.ts'
import css from './today.module.css'

interface ConflictProps {
  readonly kept: UnsentAnswer
  readonly onDrop: () => void
  readonly onInsist: (theirs: Occurrence) => void
}

/** An answer that was kept and then refused: what one said, what stands there, and which of them it is to be. */
export function ConflictCard({ kept: { key, row, said, conflict }, onDrop, onInsist }: ConflictProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const theirs = conflict?.theirs
  const open = theirs !== undefined && theirs.edit_right && (theirs.status === 'TO_DO' || theirs.status === 'REJECTED')
  return (
    <article className={css.card} aria-labelledby={key}>
      <h3 id={key}>{row.name}</h3>
      <p className={css.rejected}>
        <TriangleAlert size={14} aria-hidden /> {conflict?.why}
      </p>
      <dl className={css.both}>
        <dt>{t('today.yours')}</dt>
        <dd>{[t(`entities.occurrence.choices.answer.${said.answer}`), said.comment].filter(Boolean).join(' · ')}</dd>
        <dt>{t('today.theirs')}</dt>
        <dd>
          {theirs?.status
            ? [t(`entities.occurrence.choices.status.${theirs.status}`), theirs.answered_by?.name, format.dateTime(theirs.answered_at), theirs.comment]
                .filter(Boolean)
                .join(' · ')
            : t('today.gone')}
        </dd>
      </dl>
      <p className={css.other}>
        <Button onClick={onDrop}>{t('today.drop')}</Button>
        {open ? (
          <Button variant="primary" onClick={() => onInsist(theirs)}>
            {t('today.insist')}
          </Button>
        ) : null}
      </p>
    </article>
  )
}
