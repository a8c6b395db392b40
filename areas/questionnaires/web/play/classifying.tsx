import { useMemo, useState, type ReactNode } from 'react'
import { prepare, type Answers } from '#areas/questionnaires/contract/play.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Answering } from './answering.tsx'
import css from './player.module.css'

/** What was answered, as a call takes it. */
export type Given = Record<string, string[] | number | string>

export interface ClassifyingProps {
  readonly title: string
  /** What its button does, and what is to be known before answering. */
  readonly action: string
  readonly lead: string
  readonly structure: Structure
  /** What was answered the time before. */
  readonly begun: Answers
  readonly complete: (answers: Answers) => boolean
  /** Sends what was answered; what it answers is told. */
  readonly send: (given: Given) => Promise<string | undefined>
  /** What the answers make of it so far; it stays in sight. */
  readonly result: (answers: Answers) => ReactNode
  readonly onClose: () => void
  /** Below the result. */
  readonly children?: ReactNode
}

/** A questionnaire in a dialog: what its answers make of something is told while they are given. */
export function Classifying({ title, action, lead, structure, begun, complete, send, result, onClose, children }: ClassifyingProps) {
  const lang = useLanguage()
  const [answers, setAnswers] = useState(begun)
  const run = useMemo(() => prepare(structure), [structure])
  const given = () => Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined)) as Given
  return (
    <FormDialog title={title} size="md" action={action} complete={complete(answers)} send={() => send(given())} onClose={onClose}>
      <p className={css.quiet}>{lead}</p>
      <Answering
        structure={structure}
        answers={answers}
        played={run(answers)}
        lang={lang}
        onAnswer={(key, value) => setAnswers((before) => ({ ...before, [key]: value }))}
      />
      <Row role="status" wrap align="center" gap={8} edge="above" fill="raised" className={css.result}>
        {result(answers)}
      </Row>
      {children}
    </FormDialog>
  )
}
