import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readTargetScore, writeTargetScore } from '#areas/scores/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { StepForm } from './step-form.tsx'

/** The score that the whole organisation aims at. */
export function ObjectivesStep() {
  const stored = useQuery({
    queryKey: ['score', 'target'],
    queryFn: ({ signal }) => api.call<typeof readTargetScore>('GET /score/target', { signal }),
    select: (answer) => answer.object,
    staleTime: 0,
  })
  if (stored.isError) return <ErrorState reason={stored.error} onRetry={() => void stored.refetch()} />
  return stored.data ? <ObjectivesForm target={stored.data.target_score} /> : <SkeletonRows count={2} />
}

function ObjectivesForm({ target }: { readonly target: number | null }) {
  const words = useWords('dashboards')
  const scores = useWords('scores')
  const [text, setText] = useState(target?.toString() ?? '')
  const [error, setError] = useState<string>()
  const save = async () => {
    const aim = text.trim() === '' ? null : Number(text)
    const wrong = aim !== null && !(Number.isInteger(aim) && aim >= 0 && aim <= 100) ? scores('score.target_invalid') : undefined
    setError(wrong)
    if (wrong) return wrong
    await api.call<typeof writeTargetScore>('PUT /score/target', { body: { target_score: aim } })
    await invalidate('score')
    return undefined
  }
  return (
    <StepForm save={save}>
      {(errorOf) => (
        <TextInput
          label={scores('score.target')}
          help={words('onboarding.objectives.help')}
          inputMode="numeric"
          maxLength={3}
          value={text}
          error={error ?? errorOf('target_score')}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </StepForm>
  )
}
