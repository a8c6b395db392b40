import { RotateCcw, Upload } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { levelReached, prepare, type Answer, type Answers, type Played } from '#areas/questionnaires/contract/play.ts'
import { isClosed, said, type Accumulator, type Question, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { toneOf } from '#areas/questionnaires/web/accents.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { Opens } from './opens.tsx'
import css from './player.module.css'

interface PlayerProps {
  readonly structure: Structure
  /** The question that is being edited: shown and marked; without it, the whole runs from its beginning. */
  readonly at?: string | undefined
  readonly onOpen?: ((key: string) => void) | undefined
}

/** A questionnaire as whoever answers it sees it, with made-up answers: conditions and accumulators work, nothing is kept. */
export function Player({ structure, at, onOpen }: PlayerProps) {
  const t = useWords('questionnaires')
  const reader = useLanguage()
  const [lang, setLang] = useState<'en' | 'fr'>(reader)
  const [answers, setAnswers] = useState<Answers>({})
  const [last, setLast] = useState<string>()
  const run = useMemo(() => prepare(structure), [structure])
  const played = useMemo(() => run(answers), [run, answers])
  const answer = (key: string, value: Answer | undefined) => {
    setAnswers((before) => ({ ...before, [key]: value }))
    setLast(key)
  }
  const reset = () => {
    setAnswers({})
    setLast(undefined)
  }
  const section = (at === undefined ? undefined : structure.sections.find((one) => one.key === at || one.questions.some(({ key }) => key === at))) ?? undefined
  const sections = structure.sections.filter((one) => played.sections.has(one.key) || one === section)
  const [turned, setTurned] = useState<string>()
  const open = section ?? sections.find(({ key }) => key === turned) ?? sections[0]
  const place = sections.findIndex((one) => one === open)
  return (
    <div className={css.player}>
      <header className={css.head}>
        <h2>{t('play.title')}</h2>
        <span>{t('play.lead')}</span>
        <Segmented
          label={t('play.language')}
          value={lang}
          onChange={setLang}
          options={[
            { value: 'en', label: 'EN' },
            { value: 'fr', label: 'FR' },
          ]}
        />
      </header>
      {open ? (
        <section className={css.card} aria-label={said(open, 'title', lang)} lang={lang}>
          <h3>{said(open, 'title', lang) || t('untitled')}</h3>
          {said(open, 'description', lang) ? <p className={css.quiet}>{said(open, 'description', lang)}</p> : null}
          {played.sections.has(open.key) ? null : <p className={css.hidden}>{t('play.section_hidden')}</p>}
          {open.questions.length === 0 ? <p className={css.quiet}>{t('play.nothing')}</p> : null}
          {open.questions.map((question) =>
            played.questions.has(question.key) ? (
              <Asked
                key={question.key}
                question={question}
                lang={lang}
                here={question.key === at}
                value={answers[question.key]}
                onAnswer={(value) => answer(question.key, value)}
              />
            ) : question.key === at ? (
              <p key={question.key} className={css.hidden}>
                {t('play.question_hidden', { text: said(question, 'text', lang) || question.key })}
              </p>
            ) : null,
          )}
          {at === undefined && sections.length > 1 ? (
            <footer className={css.turn}>
              <Button disabled={place <= 0} onClick={() => setTurned(sections[place - 1]?.key)}>
                {t('play.back')}
              </Button>
              <span>{t('play.of', { n: place + 1, count: sections.length })}</span>
              <Button disabled={place >= sections.length - 1} onClick={() => setTurned(sections[place + 1]?.key)}>
                {t('play.next')}
              </Button>
            </footer>
          ) : null}
        </section>
      ) : null}
      <Run structure={structure} played={played} lang={lang} onReset={reset} />
      <Opens structure={structure} answers={answers} played={played} last={last} lang={lang} onOpen={onOpen} />
    </div>
  )
}

interface AskedProps {
  readonly question: Question
  readonly lang: 'en' | 'fr'
  readonly here: boolean
  readonly value: Answer | undefined
  readonly onAnswer: (value: Answer | undefined) => void
}

function Asked({ question, lang, here, value, onAnswer }: AskedProps) {
  const t = useWords('questionnaires')
  const id = useId()
  const text = said(question, 'text', lang) || t('untitled')
  const help = said(question, 'help', lang)
  return (
    <fieldset className={css.asked} data-here={here || undefined}>
      <legend>
        {text}
        {question.mandatory ? <span className={css.needed}> *</span> : null}
      </legend>
      {help ? <p className={css.quiet}>{help}</p> : null}
      <Control id={id} question={question} text={text} lang={lang} value={value} onAnswer={onAnswer} />
      {question.comment === 'REQUIRED' ? <p className={css.with}>{t('play.comment_required')}</p> : null}
      {question.proof === 'NONE' ? null : (
        <p className={css.with}>
          <Upload size={14} aria-hidden />
          {t(question.proof === 'REQUIRED' ? 'play.proof_required' : 'play.proof_allowed')}
        </p>
      )}
    </fieldset>
  )
}

function Control({ id, question, text, lang, value, onAnswer }: Omit<AskedProps, 'here'> & { readonly id: string; readonly text: string }) {
  const levels = useLevels('eval')
  const t = useWords('questionnaires')
  const { type } = question
  if (isClosed(type)) {
    const chosen = Array.isArray(value) ? (value as readonly string[]) : []
    return question.options.map((option) => {
      const on = chosen.includes(option.key)
      return (
        <label key={option.key} className={css.option} data-on={on || undefined}>
          <input
            type={type === 'SINGLE' ? 'radio' : 'checkbox'}
            name={id}
            checked={on}
            onChange={() => onAnswer(type === 'SINGLE' ? [option.key] : on ? chosen.filter((key) => key !== option.key) : [...chosen, option.key])}
          />
          {said(option, 'label', lang) || t('untitled')}
        </label>
      )
    })
  }
  if (type === 'SCALE') {
    return levels.map((level) => (
      <label key={level.value} className={css.option} data-on={value === level.value || undefined}>
        <input type="radio" name={id} checked={value === level.value} onChange={() => onAnswer(level.value)} />
        {levelName(level, lang)}
      </label>
    ))
  }
  if (type === 'TEXT')
    return <TextArea aria-label={text} rows={2} value={typeof value === 'string' ? value : ''} onChange={(event) => onAnswer(event.target.value)} />
  if (type === 'DATE')
    return (
      <input
        type="date"
        className={css.day}
        aria-label={text}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onAnswer(event.target.value)}
      />
    )
  return <NumberBox text={text} value={value} onAnswer={onAnswer} />
}

function NumberBox({ text, value, onAnswer }: { readonly text: string; readonly value: Answer | undefined; readonly onAnswer: AskedProps['onAnswer'] }) {
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : '')
  return (
    <TextInput
      aria-label={text}
      inputMode="decimal"
      value={value === undefined ? '' : typed}
      onChange={(event) => {
        setTyped(event.target.value)
        const number = Number(event.target.value.replace(',', '.'))
        onAnswer(event.target.value.trim() === '' || !Number.isFinite(number) ? Number.NaN : number)
      }}
    />
  )
}

interface RunProps {
  readonly structure: Structure
  readonly played: Played
  readonly lang: 'en' | 'fr'
  readonly onReset: () => void
}

/** How accumulators and score stand; the mark is the first threshold that a condition uses. */
function Run({ structure, played, lang, onReset }: RunProps) {
  const t = useWords('questionnaires')
  const thresholds = useMemo(() => firstThresholds(structure), [structure])
  return (
    <section className={css.card} aria-label={t('play.run')}>
      <header className={css.row}>
        <h3>{t('play.run')}</h3>
        <Button variant="subtle" size="sm" icon={<RotateCcw size={13} aria-hidden />} onClick={onReset}>
          {t('play.reset')}
        </Button>
      </header>
      {structure.accumulators.map((one, n) => (
        <Gauge
          key={one.key}
          accumulator={one}
          tone={toneOf(n)}
          value={played.accumulators.get(one.key) ?? one.initial}
          mark={thresholds.get(one.key)}
          lang={lang}
        />
      ))}
      {thresholds.size > 0 ? <p className={css.quiet}>{t('play.mark')}</p> : null}
      <dl className={css.figures}>
        <div>
          <dt>{t('play.score')}</dt>
          <dd>{played.score === null ? '—' : `${Math.round(played.score)} %`}</dd>
        </div>
        <div>
          <dt>{t('play.answered')}</dt>
          <dd>{t('play.of', { n: played.answered, count: played.questions.size })}</dd>
        </div>
        <div>
          <dt>{t('play.missing')}</dt>
          <dd>{played.missing.length}</dd>
        </div>
      </dl>
    </section>
  )
}

function firstThresholds({ sections }: Structure): ReadonlyMap<string, number> {
  const all = sections.flatMap((one) => [one, ...one.questions]).flatMap(({ conditions }) => conditions.flat())
  const found = new Map<string, number>()
  for (const one of all)
    if (one.type === 'ACCUMULATOR' && one.value < (found.get(one.accumulator) ?? Number.POSITIVE_INFINITY)) found.set(one.accumulator, one.value)
  return found
}

interface GaugeProps {
  readonly accumulator: Accumulator
  readonly tone: number
  readonly value: number
  readonly mark: number | undefined
  readonly lang: 'en' | 'fr'
}

function Gauge({ accumulator, tone, value, mark, lang }: GaugeProps) {
  const t = useWords('questionnaires')
  const { min, max } = accumulator
  const part = (at: number) => (max > min ? Math.min(100, Math.max(0, ((at - min) / (max - min)) * 100)) : 0)
  const level = levelReached(accumulator, value)
  const name = said(accumulator, 'name', lang) || accumulator.key
  return (
    <div className={css.gauge}>
      <span title={name}>{name}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden data-tone={tone}>
        <rect className={css.track} x="0" y="3" width="100" height="4" />
        <rect className={css.filled} x="0" y="3" width={part(value)} height="4" />
        {mark === undefined ? null : <rect className={css.mark} x={Math.min(99, part(mark))} y="0" width="1" height="10" />}
      </svg>
      <b>
        {level ? `${said(level, 'name', lang)} · ` : ''}
        {t('play.reached', { value, max })}
      </b>
    </div>
  )
}
