import { type ReactNode } from 'react'
import type { Answers } from '#areas/questionnaires/contract/play.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Given } from './play/classifying.tsx'

const Classifying = lazy(async () => {
  const [{ Classifying: dialog }] = await Promise.all([import('./play/classifying.tsx'), loadWords('questionnaires')])
  return { default: dialog }
})

/** What is asked to say how critical something is. */
interface Asked {
  readonly questionnaire: { readonly id: number }
  readonly edition: number
  readonly accumulator: string
  readonly structure: Structure
}

interface ClassifyDialogProps<F> {
  /** `none` where nothing is asked; `missing` counts the answers that are still to be given. */
  readonly words: Readonly<Record<'title' | 'none' | 'action' | 'lead' | 'result', string>> & { readonly missing: (count: number) => string }
  /** What is asked, and what was answered each time, newest first; undefined while it is read. */
  readonly read:
    | { readonly asked: Asked | null; readonly kept: readonly { readonly questionnaire: { readonly id: number } | null; readonly answers: Answers }[] }
    | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  /** What answers make of it; undefined where the questionnaire cannot tell. */
  readonly classify: (structure: Structure, accumulator: string, answers: Answers) => F | undefined
  readonly badge: (found: F) => ReactNode
  readonly send: (body: { readonly edition: number; readonly answers: Given }) => Promise<string | undefined>
  readonly onClose: () => void
  /** Below the result. */
  readonly children?: ReactNode
}

/** How critical something is, by what is answered about it: the last answers to the same questionnaire are there to begin with. */
export function ClassifyDialog<F extends { readonly missing: readonly string[] }>({
  words,
  read,
  error,
  onRetry,
  classify,
  badge,
  send,
  onClose,
  children,
}: ClassifyDialogProps<F>) {
  const asked = read?.asked
  if (!asked)
    return (
      <Modal title={words.title} size="md" onClose={onClose}>
        {error ? <ErrorState reason={error} onRetry={onRetry} /> : read ? <EmptyState title={words.none} /> : <SkeletonRows count={6} />}
      </Modal>
    )
  const last = read.kept[0]
  const made = (answers: Answers) => classify(asked.structure, asked.accumulator, answers)
  return (
    <Suspense>
      <Classifying
        title={words.title}
        action={words.action}
        lead={words.lead}
        structure={asked.structure}
        begun={last?.questionnaire?.id === asked.questionnaire.id ? last.answers : {}}
        complete={(answers) => made(answers)?.missing.length === 0}
        send={(answers) => send({ edition: asked.edition, answers })}
        result={(answers) => {
          const found = made(answers)
          return (
            <>
              <span>{words.result}</span>
              {found ? badge(found) : null}
              {found && found.missing.length > 0 ? <em>{words.missing(found.missing.length)}</em> : null}
            </>
          )
        }}
        onClose={onClose}
      >
        {children}
      </Classifying>
    </Suspense>
  )
}
