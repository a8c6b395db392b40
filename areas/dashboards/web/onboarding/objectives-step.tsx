import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readTargetScore, writeTargetScore } from '#areas/scores/contract/calls.ts'
import { wrongTarget } from '#areas/scores/web/index.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { StepForm } from './step-form.tsx'
import { useTyped } from './use-typed.ts'

/** The score that the whole organisation aims at. */
export function ObjectivesStep() {
  const stored = useQuery({
    queryKey: ['score', 'target'],
    queryFn: ({ signal }) => api.call<typeof readTargetScore>('GET /score/target', { signal }),
    select: (answer) => answer.object,
    staleTime: 0,
  })
  if (stored.isError) return <ErrorState reason={stored.error} onRetry={() => void stored.refetch()} />
  return stored.data ? <ObjectivesForm stored={stored.data} /> : <SkeletonRows count={2} />
}

type Aim = Awaited<ReturnType<typeof api.call<typeof readTargetScore>>>['object']

function ObjectivesForm({ stored: { target_score, target_date } }: { readonly stored: Aim }) {
  const words = useWords('dashboards')
  const scores = useWords('scores')
  const [text, setText] = useTyped('text', () => target_score?.toString() ?? '')
  const [date, setDate] = useTyped('date', () => target_date)
  const [error, setError] = useState<string>()
  const save = async () => {
    const aim = text.trim() === '' ? null : Number(text)
    const wrong = wrongTarget(aim)
    setError(wrong)
    if (wrong) return wrong
    await api.call<typeof writeTargetScore>('PUT /score/target', { body: { target_score: aim, target_date: date } })
    await invalidate('score')
    return undefined
  }
  return (
    <StepForm save={save}>
      {(errorOf) => (
        <>
          <TextInput
            label={scores('score.target')}
            help={words('onboarding.objectives.help')}
            inputMode="numeric"
            maxLength={3}
            value={text}
            error={error ?? errorOf('target_score')}
            onChange={(event) => setText(event.target.value)}
          />
          <DateInput
            label={scores('score.target_date')}
            help={scores('score.target_date_help')}
            clearable
            value={date}
            error={errorOf('target_date')}
            onChange={setDate}
          />
        </>
      )}
    </StepForm>
  )
}
