import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { Answer, Answers, Played } from '#areas/questionnaires/contract/play.ts'
import { textIn, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Asked } from './asked.tsx'
import css from './player.module.css'

interface TurnsProps {
  readonly structure: Structure
  readonly played: Played
  readonly answers: Answers
  /** The question, or the section, with which it begins. */
  readonly at: string | undefined
  readonly lang: 'en' | 'fr'
  readonly onAnswer: (key: string, value: Answer | undefined) => void
}

/** One question at a time, among those that the answers show; the one that is being edited also where it stays hidden. */
export function Turns({ structure, played, answers, at, lang, onAnswer }: TurnsProps) {
  const t = useWords('questionnaires')
  const [turned, setTurned] = useState<string>()
  const asked = structure.sections.flatMap((section) => section.questions.map((question) => ({ section, question })))
  const begins = asked.find(({ section, question }) => question.key === at || section.key === at)?.question.key
  const open = asked.find(({ question }) => question.key === (turned ?? begins)) ?? asked.find(({ question }) => played.questions.has(question.key))
  if (!open) return <p className={css.quiet}>{t('play.nothing')}</p>
  const { section, question } = open
  const along = asked.filter((one) => one === open || played.questions.has(one.question.key))
  const place = along.indexOf(open)
  const shown = played.questions.has(question.key)
  return (
    <Stack as="section" gap={10} padY={14} padX={14} edge="all" corner={8} fill="surface" className={css.card} aria-label={t('play.one')}>
      <Row as="header" align="center" spread="between">
        <span className={css.quiet} lang={lang}>
          {textIn(section, 'title', lang) || t('untitled')}
        </span>
        <Row as="span" inline align="center" gap={5} tone="quiet" size={12} className={css.sign} data-shown={shown || undefined}>
          {shown ? <Eye size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
          {t(shown ? 'play.shown' : 'play.hidden')}
        </Row>
      </Row>
      <div lang={lang}>
        <Asked key={question.key} question={question} lang={lang} value={answers[question.key]} onAnswer={(value) => onAnswer(question.key, value)} />
      </div>
      <Row as="footer" align="center" spread="between" gap={8} tone="quiet" size={12}>
        <Button size="sm" disabled={place <= 0} onClick={() => setTurned(along[place - 1]?.question.key)}>
          {t('play.back')}
        </Button>
        <span>{t('play.of', { n: place + 1, count: along.length })}</span>
        <Button size="sm" disabled={place >= along.length - 1} onClick={() => setTurned(along[place + 1]?.question.key)}>
          {t('play.next')}
        </Button>
      </Row>
    </Stack>
  )
}
