import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useRef } from 'react'
import { glyphs } from '#kit/web/glyphs.ts'
import { dayOf, daysBetween, useFormat, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { FileMenu } from './file-menu.tsx'
import type { Evaluation } from './use-evaluation.ts'
import css from './answer.module.css'

interface BarProps {
  readonly evaluation: Evaluation
  readonly heading: 'h1' | 'h2'
  readonly onSubmit: () => void
  readonly onFirst: () => void
}

/** Whose evaluation it is, until when, whether all is saved, how far it has come; at 100 % it is submitted here. */
export function AnswerBar({ evaluation, heading: Heading, onSubmit, onFirst }: BarProps) {
  const t = useWords('campaigns')
  const { model, state, progress: standing, left } = evaluation
  const { asked, answered } = standing
  const { status, may_answer: open } = state.head
  const format = useFormat()
  const percent = asked === 0 ? 0 : Math.floor((100 * answered) / asked)
  return (
    <Row as="header" wrap align="center" gap={12} rowGap={6} edge="below" fill="surface" className={css.bar}>
      <Heading className={css.whose}>{model.content.perimeter.name}</Heading>
      <StatusBadge {...looks[status]}>{t(`entities.evaluation.choices.status.${status}`)}</StatusBadge>
      <Due day={state.head.due_date} open={!['WAITING_VALIDATION', 'VALIDATED', 'IGNORED'].includes(status)} />
      <Text grow className={css.spring} />
      <SaveState evaluation={evaluation} />
      <Row align="center" gap={10} size={13} className={css.progress}>
        <span className={css.track}>
          <Progress evaluation={evaluation} />
        </span>
        <Text as="b" oneLine>
          {format.percent(percent)}
        </Text>
        <Text tone="soft" className={css.count}>
          {t('answer.answered', { n: answered, count: asked })}
        </Text>
      </Row>
      <FileMenu evaluation={evaluation} />
      {open ? (
        left.length > 0 || asked === 0 ? (
          <Button onClick={onFirst}>{t('answer.left', { count: left.length })}</Button>
        ) : (
          <Button variant="primary" onClick={onSubmit}>
            {t('answer.submit')}
          </Button>
        )
      ) : null}
    </Row>
  )
}

/** How far it has come, said in answers. */
export function Progress({ evaluation: { progress: standing } }: Pick<BarProps, 'evaluation'>) {
  const t = useWords('campaigns')
  const { asked, answered } = standing
  const percent = asked === 0 ? 0 : Math.floor((100 * answered) / asked)
  const text = t('answer.answered', { n: answered, count: asked })
  return (
    <span role="progressbar" aria-label={t('answer.progress')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent} aria-valuetext={text}>
      <svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden>
        <rect width={percent} height="5" />
      </svg>
    </span>
  )
}

const looks = {
  NOT_STARTED: { tone: 'neutral', glyph: 'dashed' },
  STARTED: { tone: 'primary', glyph: 'half' },
  WAITING_VALIDATION: { tone: 'warning', glyph: 'dots' },
  VALIDATED: { tone: 'success', glyph: 'check' },
  REJECTED: { tone: 'bad', glyph: 'cross' },
  IGNORED: { tone: 'off', glyph: 'minus' },
} as const

function Due({ day, open }: { readonly day: string | null; readonly open: boolean }) {
  const t = useWords('campaigns')
  const format = useFormat()
  if (day === null) return null
  const days = daysBetween(dayOf(), day)
  const shown = format.date(day)
  const soon = open && days <= 14
  return (
    <Text tone="soft" size={13} weight={500} className={css.due} data-soon={soon || undefined} data-late={(open && days < 0) || undefined}>
      {!open || days > 14
        ? t('answer.due', { day: shown })
        : days < 0
          ? t('answer.overdue', { day: shown })
          : days === 0
            ? t('answer.due_today')
            : t('answer.due_in', { day: shown, count: days })}
    </Text>
  )
}

/** Whether what was typed has arrived. Seen at every answer, and said when it is another thing than was said last: not each time that something is on its way. */
export function SaveState({ evaluation: { state, store } }: { readonly evaluation: Evaluation }) {
  const t = useWords('campaigns')
  const drafts = [...state.drafts.values()]
  const of = (...names: readonly string[]) => drafts.find((one) => names.includes(one.state))
  const failed = of('failed')
  const blocked = of('blocked')
  const away = !of('conflict', 'failed', 'kept') && of('saving', 'waiting') !== undefined
  const shown = of('conflict')
    ? (['warn', <CircleAlert key="i" size={15} aria-hidden />, t('answer.save.conflict')] as const)
    : failed
      ? (['warn', <CircleAlert key="i" size={15} aria-hidden />, t('answer.save.blocked', { why: failed.why ?? '' })] as const)
      : of('kept')
        ? (['warn', <glyphs.offline key="i" size={15} aria-hidden />, t('answer.save.kept')] as const)
        : blocked
          ? (['warn', <CircleAlert key="i" size={15} aria-hidden />, t('answer.save.blocked', { why: blocked.why ?? '' })] as const)
          : state.savedAt
            ? (['ok', <CircleCheck key="i" size={15} aria-hidden />, t('answer.save.saved_at', { time: clock(state.savedAt) })] as const)
            : (['quiet', null, ''] as const)
  const lastShown = useRef(shown)
  if (!away) lastShown.current = shown
  const [tone, icon, text] = lastShown.current
  const retry = () => {
    for (const [item, one] of state.drafts) if (one.state === 'failed' || one.state === 'kept') void store.send(item)
  }
  return (
    <Row as="span" align="center" gap={6} size={13} className={css.saved}>
      {away ? (
        <span data-tone="quiet">
          <LoaderCircle size={15} aria-hidden />
          {t('answer.save.saving')}
        </span>
      ) : null}
      <span role="status" data-tone={tone} data-away={away || undefined}>
        {icon}
        {text}
      </span>
      {failed || of('kept') ? (
        <Button variant="subtle" size="sm" onClick={retry}>
          {t('answer.save.retry')}
        </Button>
      ) : null}
    </Row>
  )
}

/** In the reader's time zone, as every other moment. */
const clock = (at: Date) => wallTime(at).slice(11)
