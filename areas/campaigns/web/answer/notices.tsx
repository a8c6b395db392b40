import { CircleAlert, Lock } from 'lucide-react'
import { glyphs } from '#kit/web/glyphs.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
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
        <Row
          role="alert"
          gap={10}
          below={14}
          padY={10}
          padX={12}
          edge="all"
          corner={8}
          fill="subtle"
          tone="soft"
          size={13}
          line={20}
          className={css.notice}
          data-tone="bad"
        >
          <CircleAlert size={16} aria-hidden />
          <p>
            <b>{t('answer.rejected')}</b> {justification}
          </p>
        </Row>
      ) : null}
      {closed === null ? null : (
        <Row
          gap={10}
          below={14}
          padY={10}
          padX={12}
          edge="all"
          corner={8}
          fill="subtle"
          tone="soft"
          size={13}
          line={20}
          className={css.notice}
          data-closed
          tabIndex={-1}
        >
          <Lock size={16} aria-hidden />
          <p>{t(`answer.closed.${closed}`, { day: format.dateTime(state.head.submitted_at) })}</p>
        </Row>
      )}
      {state.offline ? (
        <Row
          gap={10}
          below={14}
          padY={10}
          padX={12}
          edge="all"
          corner={8}
          fill="subtle"
          tone="soft"
          size={13}
          line={20}
          className={css.notice}
          data-tone="warn"
        >
          <glyphs.offline size={16} aria-hidden />
          <p>{t('answer.offline')}</p>
        </Row>
      ) : null}
    </>
  )
}
