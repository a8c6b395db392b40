import { Check } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { measure } from '#areas/measures/contract/measure.ts'
import { implementing, type ImplementSaid } from '#areas/measures/web/index.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { PanelProvider } from './closing-context.ts'
import { EffectTab } from './effect-tab.tsx'
import { ImplementFirst } from './implement-first.tsx'
import { nameLength, Suggested, Target } from './presentation.tsx'
import { useEffectOf, useReviewsOf, type Review } from './reviews-api.ts'
import css from './reviews.module.css'
import { useClosing, type Closing } from './use-closing.ts'

const ImplementFields = lazy(async () => ({ default: (await implementing()).ImplementFields }))

/** The reviews that the end of an action opened: what closing does is shown, and one press closes (ACT-26, REV-08). */
export function ActionReviews({ action, onClose }: { readonly action: number; readonly onClose: () => void }) {
  const t = useWords('reviews')
  const { data } = useReviewsOf(action)
  const [wanted, setWanted] = useState<number>()
  const [leaving, leave] = useState<number>()
  const comments = useRef(new Map<number, string>()).current
  const implementing = useRef(new Map<number, ImplementSaid>()).current
  const [refused, setRefused] = useState<string>()
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
            <CancelButton label={t('modal.later')} />
            {chosen ? (
              <Buttons row={chosen} closing={closing} comments={comments} implementing={implementing} onLeave={() => leave(chosen.id)} onRefused={setRefused} />
            ) : null}
          </>
        }
      >
        {!data ? <SkeletonRows count={4} /> : null}
        {data && open.length === 0 ? (
          <Text as="p" apart>
            {t(data.length > 0 ? 'modal.all_closed' : 'page.none')}
          </Text>
        ) : null}
        {open.length > 1 ? (
          <Row as="ul" wrap gap={6} below={12} className={css.several}>
            {open.map((row) => (
              <li key={row.id}>
                <Row
                  as="button"
                  gap={8}
                  padY={4}
                  padX={10}
                  edge="all"
                  corner={8}
                  fill="surface"
                  tone="plain"
                  type="button"
                  aria-pressed={row.id === chosen?.id}
                  onClick={() => setWanted(row.id)}
                >
                  <Suggested row={row} length={nameLength.modal} /> <Target row={row} length={nameLength.modal} />
                </Row>
              </li>
            ))}
          </Row>
        ) : null}
        {chosen ? (
          <>
            <Text as="p" below={12}>
              <Text as="code" tone="soft">
                {chosen.identifier}
              </Text>{' '}
              <b>{chosen.description}</b> <Target row={chosen} />
            </Text>
            {refused ? (
              <Row as="p" gap={8} align="start" above={8} tone="bad" className={css.alert} role="alert">
                {refused}
              </Row>
            ) : null}
            <EffectTab key={chosen.id} row={chosen} />
            {leaving === chosen.id ? null : <Implementing key={`implementing ${chosen.id}`} row={chosen} said={implementing} />}
          </>
        ) : null}
      </Modal>
      <ImplementFirst />
    </PanelProvider>
  )
}

/** The measure that a review puts in place; none where it is there already, or not to be seen. */
function useMeasureOf(row: Review) {
  const { data, isLoading } = useRecord(measure, row.target_type === 'BUILD' ? row.target?.id : undefined)
  return { data: data?.status === 'IMPLEMENTED' ? undefined : data, isLoading }
}

/** Since when its measure is in place and who manages it, with what the action says of both: in the same dialog (REV-20). */
function Implementing({ row, said: drafts }: { readonly row: Review; readonly said: Map<number, ImplementSaid> }) {
  const { data: target } = useMeasureOf(row)
  const { data: effect } = useEffectOf(row)
  if (!target || !effect || effect.refusal) return null
  const { done_date: day = null, person = null } = effect.why ?? {}
  return <ImplementForm id={row.id} said={drafts} begins={{ since: day ?? dayOf(), manager: target.manager ?? person }} />
}

function ImplementForm({ id, said: drafts, begins }: { readonly id: number; readonly said: Map<number, ImplementSaid>; readonly begins: ImplementSaid }) {
  const [now, setNow] = useState(drafts.get(id) ?? begins)
  // Before anything else is pressed.
  useLayoutEffect(() => {
    drafts.set(id, now)
  }, [drafts, id, now])
  return (
    <Suspense>
      <ImplementFields values={now} onChange={setNow} />
    </Suspense>
  )
}

interface ButtonsProps {
  readonly row: Review
  readonly closing: Closing
  readonly comments: ReadonlyMap<number, string>
  readonly implementing: ReadonlyMap<number, ImplementSaid>
  readonly onLeave: () => void
  readonly onRefused: (why: string | undefined) => void
}

function Buttons({ row, closing, comments, implementing, onLeave, onRefused }: ButtonsProps) {
  const t = useWords('reviews')
  const { data, isError, isLoading } = useEffectOf(row)
  const target = useMeasureOf(row)
  const close = async () => {
    const comment = comments.get(row.id)?.trim()
    const closingValues = comment ? { comment } : {}
    const { since = null, manager = null } = implementing.get(row.id) ?? {}
    onRefused(undefined)
    if (target.data && since !== null) onRefused(await closing.closeBy(row, closingValues, { implemented_on: since, manager: manager?.id ?? null }))
    else await closing.close(row, closingValues)
  }
  return (
    <>
      <Button onClick={onLeave}>{t('panel.close_without')}</Button>
      <Button
        variant="primary"
        data-autofocus
        icon={<Check size={14} aria-hidden />}
        loading={closing.busy || (row.target_type === 'BUILD' && (isLoading || target.isLoading))}
        disabled={isError || Boolean(data?.refusal)}
        onClick={() => void close()}
      >
        {t('panel.close')}
      </Button>
    </>
  )
}
