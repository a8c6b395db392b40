import { ChevronRight, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Progress, SaveState } from './answer-bar.tsx'
import { FileMenu } from './file-menu.tsx'
import { textOf, type Lang } from './model.ts'
import { Notices } from './notices.tsx'
import { ProgressRing } from './progress-ring.tsx'
import { partName, sectionsOf } from './sections.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './phone.module.css'

interface ContentsProps {
  readonly evaluation: Evaluation
  readonly lang: Lang
  readonly heading: 'h1' | 'h2'
  /** Gone back to: what is missing is heard. */
  readonly focused: boolean
  readonly onGo: (item: number | undefined) => void
  readonly onLang: (lang: Lang) => void
  readonly onSubmit: () => void
}

/** As many of what is left as are named before the sections. */
const named = 5

/** On a phone, what comes first: what is missing, then the sections, and what is to be done. */
export function ContentsView({ evaluation, lang, heading: Heading, focused, onGo, onLang, onSubmit }: ContentsProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const { model, left, progress: standing, stands, state } = evaluation
  const { asked, answered } = standing
  const percent = asked === 0 ? 0 : Math.floor((100 * answered) / asked)
  const [first] = left
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focused) return
    scrollTo({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [focused])
  const asks = first === undefined ? undefined : model.itemOf.get(first)
  return (
    <Stack grow fill="canvas" className={css.contents}>
      <Row as="header" wrap align="center" gap={12} rowGap={4} padY={14} padX={16} edge="below" fill="surface">
        <Heading className={css.title} tabIndex={-1} ref={title}>
          {left.length > 0 ? t('answer.left', { count: left.length }) : model.content.perimeter.name}
        </Heading>
        <b>{format.percent(percent)}</b>
        <p>
          {model.content.perimeter.name}
          {state.head.due_date ? <em> · {t('answer.due', { day: format.date(state.head.due_date) })}</em> : null}
        </p>
        <Segmented
          label={t('answer.text_language')}
          value={lang}
          onChange={onLang}
          options={[
            { value: 'en', label: 'EN' },
            { value: 'fr', label: 'FR' },
          ]}
        />
        <FileMenu evaluation={evaluation} />
        <Progress evaluation={evaluation} />
        <SaveState evaluation={evaluation} />
      </Row>
      <Box grow padY={16} padX={16}>
        <Notices evaluation={evaluation} />
        {left.length > 0 ? (
          <section>
            <h2>{t('answer.to_complete')}</h2>
            <ul>
              {left.slice(0, named).map((item) => {
                const one = model.itemOf.get(item)
                const [lack = 'answer'] = stands(item).lacks
                return one ? (
                  <li key={item}>
                    <button type="button" onClick={() => onGo(item)}>
                      <span>
                        {textOf(one, 'name', lang)}
                        <em>
                          {one.identifier ? `${one.identifier} · ` : ''}
                          {t(`answer.lacks.${lack}`)}
                        </em>
                      </span>
                      <ChevronRight size={18} aria-hidden />
                    </button>
                  </li>
                ) : null
              })}
            </ul>
          </section>
        ) : null}
        <section>
          <h2>
            {t('answer.sections')} <em>{t('answer.answered', { n: answered, count: asked })}</em>
          </h2>
          <ul>
            {sectionsOf(evaluation).map(({ part, items, asked: count, answered: done }) => (
              <li key={part.key}>
                <button type="button" onClick={() => onGo(items.find((item) => left.includes(item)) ?? items[0])}>
                  <ProgressRing asked={count} answered={done} />
                  <span>{partName(part, lang, t('answer.loose'))}</span>
                  <em>
                    {done}/{count}
                  </em>
                </button>
              </li>
            ))}
          </ul>
        </section>
        {state.head.may_answer ? (
          <Row as="p" gap={10} tone="soft" size={13} className={css.about}>
            <Info size={15} aria-hidden /> {t('answer.after_sending')}
          </Row>
        ) : null}
      </Box>
      {state.head.may_answer ? (
        <Box as="footer" edge="above" fill="surface">
          {left.length > 0 ? (
            <Button variant="primary" wide onClick={() => onGo(first)}>
              {t('answer.first_left', { what: asks?.identifier ?? '' })}
            </Button>
          ) : (
            <Button variant="primary" wide onClick={onSubmit}>
              {t('answer.submit')}
            </Button>
          )}
        </Box>
      ) : null}
    </Stack>
  )
}
