import type { Answer, Answers, Played } from '#areas/questionnaires/contract/play.ts'
import { textIn, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Asked } from './asked.tsx'
import css from './player.module.css'

export interface AnsweringProps {
  readonly structure: Structure
  readonly answers: Answers
  readonly played: Played
  readonly lang: 'en' | 'fr'
  readonly onAnswer: (key: string, value: Answer | undefined) => void
}

/** What a questionnaire asks at present, section by section, to be answered in one go. */
export function Answering({ structure, answers, played, lang, onAnswer }: AnsweringProps) {
  return structure.sections
    .filter(({ key }) => played.sections.has(key))
    .map((section) => (
      <Stack
        key={section.key}
        as="section"
        gap={10}
        padY={14}
        padX={14}
        edge="all"
        corner={8}
        fill="surface"
        className={css.card}
        lang={lang}
        aria-label={textIn(section, 'title', lang)}
      >
        <h3>{textIn(section, 'title', lang)}</h3>
        {section.questions
          .filter(({ key }) => played.questions.has(key))
          .map((question) => (
            <Asked key={question.key} question={question} lang={lang} value={answers[question.key]} onAnswer={(value) => onAnswer(question.key, value)} />
          ))}
      </Stack>
    ))
}
