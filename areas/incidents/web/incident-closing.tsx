import { useLayoutEffect, useState } from 'react'
import { incident, incidentCloseReasons } from '#areas/incidents/contract/incident.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { PieceProps } from '#kit/web/work/transition-question.ts'
import css from './incident-closing.module.css'
import type { Incident } from './incident-row.ts'

type Reason = (typeof incidentCloseReasons)[number]

/** Why an incident is closed, of which one it is a duplicate, and what was learnt: that nothing was written down is said, and stops nobody (INC-04). */
export function IncidentClosing({ row, onSay, errorOf, corrected }: PieceProps<Incident>) {
  const t = useWords('incidents')
  const [why, setWhy] = useState<Reason>('RESOLVED')
  const [other, setOther] = useState<Reference>()
  const [lessons, setLessons] = useState('')
  const known = Boolean(row.lessons_learned)
  const unlearnt = why === 'RESOLVED' && !known
  // Before anything else is pressed: an Enter that follows the last letter at once counts.
  useLayoutEffect(() => {
    const learnt = unlearnt && lessons.trim() ? { lessons_learned: lessons.trim() } : {}
    if (why === 'DUPLICATE') onSay(other ? { close_reason: why, duplicate_of: other.id } : null)
    else onSay({ close_reason: why, ...learnt })
    // What is said is told whenever it changes, whoever listens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [why, other, lessons])
  return (
    <>
      <fieldset className={css.how}>
        <Text as="legend" below={8} tone="plain" weight={550}>
          {t('entities.incident.fields.close_reason')}
        </Text>
        {incidentCloseReasons.map((one) => (
          <Row as="label" align="center" gap={8} key={one}>
            <input
              type="radio"
              name="close_reason"
              value={one}
              checked={why === one}
              onChange={() => setWhy(one)}
              {...(why === one ? { 'data-autofocus': true } : {})}
            />
            {t(`entities.incident.choices.close_reason.${one}`)}
          </Row>
        ))}
      </fieldset>
      {why === 'DUPLICATE' ? (
        <Original
          but={row.id}
          chosen={other}
          error={errorOf('duplicate_of', 'duplicate_of')}
          onChoose={(next) => {
            setOther(next)
            corrected('duplicate_of')
          }}
        />
      ) : null}
      {unlearnt ? (
        <>
          <Text as="p" above={12} padY={8} padX={12} corner={6} fill="warn" tone="warn" role="status">
            {t('timeline.no_lessons')} {t('timeline.closes_anyway')}
          </Text>
          <TextArea
            label={t('entities.incident.fields.lessons_learned')}
            maxLength={incident.fields.lessons_learned.options.max}
            error={errorOf('lessons_learned', 'lessons_learned')}
            value={lessons}
            onChange={(event) => {
              setLessons(event.target.value)
              corrected('lessons_learned')
            }}
          />
        </>
      ) : null}
    </>
  )
}

interface OriginalProps {
  readonly but: number
  readonly chosen: Reference | undefined
  readonly error: string | undefined
  readonly onChoose: (next: Reference | undefined) => void
}

/** The incident that was declared first, among those that its reader may open. */
function Original({ but, chosen, error, onChoose }: OriginalProps) {
  const t = useWords('incidents')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('incident', text, true)
  const offered = options.filter(({ id }) => id !== but)
  const shown = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered
  return (
    <Select
      label={t('entities.incident.fields.duplicate_of')}
      required
      error={error}
      value={chosen ? String(chosen.id) : null}
      options={shown.map((one) => namedOption(one.id, one.identifier ? `${one.identifier} ${one.name}` : one.name))}
      more={more}
      loading={busy}
      failed={failed}
      onSearch={setText}
      onChange={(value) => onChoose(shown.find(({ id }) => String(id) === value))}
    />
  )
}
