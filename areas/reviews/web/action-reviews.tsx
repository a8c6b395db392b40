import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { PanelProvider } from './closing-context.ts'
import { EffectTab } from './effect-tab.tsx'
import { ImplementFirst } from './implement-first.tsx'
import { nameLength, Suggested, Target } from './presentation.tsx'
import { useEffectOf, useReviewsOf, type Review } from './reviews-api.ts'
import css from './reviews.module.css'
import { useClosing } from './use-closing.ts'

/** The reviews that the end of an action opened: what closing does is shown, and one press closes (ACT-26, REV-08). */
export function ActionReviews({ action, onClose }: { readonly action: number; readonly onClose: () => void }) {
  const t = useWords('reviews')
  const { data } = useReviewsOf(action)
  const [wanted, setWanted] = useState<number>()
  const [leaving, leave] = useState<number>()
  const comments = useRef(new Map<number, string>()).current
  const open = data?.filter(({ status }) => status === 'OPEN') ?? []
  const chosen = open.find(({ id }) => id === wanted) ?? open[0]
  const closing = useClosing((row) => {
    if (open.every(({ id }) => id === row.id)) onClose()
  })
  return (
    <PanelProvider value={{ ...closing, leaving, leave, comments }}>
      <Modal
        title={t(chosen && chosen.source !== 'REMEDIATION' ? 'modal.other_title' : 'modal.title')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('modal.later')}</Button>
            {chosen ? <Buttons row={chosen} comment={comments} onLeave={() => leave(chosen.id)} close={closing.close} busy={closing.busy} /> : null}
          </>
        }
      >
        {!data ? <SkeletonRows count={4} /> : null}
        {data && open.length === 0 ? <p>{t(data.length > 0 ? 'modal.all_closed' : 'page.none')}</p> : null}
        {open.length > 1 ? (
          <ul className={css.several}>
            {open.map((row) => (
              <li key={row.id}>
                <button type="button" aria-pressed={row.id === chosen?.id} onClick={() => setWanted(row.id)}>
                  <Suggested row={row} length={nameLength.modal} /> <Target row={row} length={nameLength.modal} />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {chosen ? (
          <>
            <p className={css.head}>
              <code>{chosen.identifier}</code> <b>{chosen.description}</b> <Target row={chosen} />
            </p>
            <EffectTab key={chosen.id} row={chosen} />
          </>
        ) : null}
      </Modal>
      <ImplementFirst />
    </PanelProvider>
  )
}

interface ButtonsProps {
  readonly row: Review
  readonly comment: Map<number, string>
  readonly onLeave: () => void
  readonly close: (row: Review, said?: { comment?: string }) => Promise<boolean>
  readonly busy: boolean
}

function Buttons({ row, comment, onLeave, close, busy }: ButtonsProps) {
  const t = useWords('reviews')
  const { data, isError } = useEffectOf(row)
  return (
    <>
      <Button onClick={onLeave}>{t('panel.close_without')}</Button>
      <Button
        variant="primary"
        data-autofocus
        icon={<Check size={14} aria-hidden />}
        loading={busy}
        disabled={isError || Boolean(data?.refusal)}
        onClick={() => {
          const said = comment.get(row.id)?.trim()
          void close(row, said ? { comment: said } : {})
        }}
      >
        {t('panel.close')}
      </Button>
    </>
  )
}
