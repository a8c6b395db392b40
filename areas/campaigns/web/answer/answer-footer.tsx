import { ArrowLeft, ArrowRight, CircleAlert, CircleCheck, ListChecks } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { textOf, type Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './answer.module.css'

interface FootProps {
  readonly evaluation: Evaluation
  readonly lang: Lang
  readonly item: number
  readonly previous: number | undefined
  readonly next: number | undefined
  /** Whether what comes next is still to be answered. */
  readonly hasLeft: boolean
  readonly onGo: (item: number | undefined) => void
  readonly onContents: () => void
}

/** Back, what the answer still lacks, and on. */
export function AnswerFooter({ evaluation, lang, item, previous, next, hasLeft, onGo, onContents }: FootProps) {
  const t = useWords('campaigns')
  const phone = usePhone()
  const { model, stands } = evaluation
  const called = (one: number | undefined) => {
    const asks = one === undefined ? undefined : model.itemOf.get(one)
    return asks ? (asks.identifier ?? textOf(asks, 'name', lang).slice(0, 24)) : ''
  }
  const [lack] = stands(item).lacks
  return (
    <Row as="footer" align="center" gap={12} edge="above" fill="surface" className={css.foot}>
      <Button
        disabled={previous === undefined}
        {...(phone && { 'aria-label': t('answer.previous') })}
        icon={<ArrowLeft size={14} aria-hidden />}
        onClick={() => onGo(previous)}
      >
        {phone ? (
          ''
        ) : (
          <>
            <VisuallyHidden>{t('answer.previous')}</VisuallyHidden> {called(previous)} <Kbd>K</Kbd>
          </>
        )}
      </Button>
      {phone ? (
        <Button aria-label={t('answer.show_contents')} icon={<ListChecks size={16} aria-hidden />} onClick={onContents}>
          {''}
        </Button>
      ) : (
        <>
          <Text grow className={css.spring} />
          <Row as="span" align="center" gap={6} tone="soft" size={13} className={css.complete} data-lack={lack !== undefined || undefined}>
            {lack ? <CircleAlert size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />}
            {lack ? t(`answer.lacks.${lack}`) : t('answer.complete')}
          </Row>
        </>
      )}
      {next === undefined ? null : (
        <Button variant={hasLeft ? 'primary' : 'default'} wide={phone} onClick={() => onGo(next)}>
          {hasLeft && !phone ? t('answer.next_left', { what: called(next) }) : t(phone ? 'answer.next_phone' : 'answer.next')}{' '}
          <ArrowRight size={14} aria-hidden /> {phone ? null : <Kbd>↵</Kbd>}
        </Button>
      )}
    </Row>
  )
}
