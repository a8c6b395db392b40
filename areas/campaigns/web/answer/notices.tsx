import { CircleAlert, Lock } from 'lucide-react'
import { glyphs } from '#kit/web/glyphs.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './answer.module.css'

/** What stands above the answers: why it was rejected, why nothing can be written, that there is no connection. */
export function Notices({ evaluation: { state } }: { readonly evaluation: Evaluation }) {
  const t = useWords('campaigns')
  const format = useFormat()
  const { status, justification, closed_by: closed } = state.head
  return (
    <>
      {status === 'REJECTED' ? (
        <div role="alert" className={css.notice} data-tone="bad">
          <CircleAlert size={16} aria-hidden />
          <p>
            <b>{t('answer.rejected')}</b> {justification}
          </p>
        </div>
      ) : null}
      {closed === null ? null : (
        <div className={css.notice} data-closed tabIndex={-1}>
          <Lock size={16} aria-hidden />
          <p>{t(`answer.closed.${closed}`, { day: format.dateTime(state.head.submitted_at) })}</p>
        </div>
      )}
      {state.offline ? (
        <div className={css.notice} data-tone="warn">
          <glyphs.offline size={16} aria-hidden />
          <p>{t('answer.offline')}</p>
        </div>
      ) : null}
    </>
  )
}
