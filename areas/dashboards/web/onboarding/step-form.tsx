import { createContext, useContext, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { OnboardingStep, StepState } from '#areas/dashboards/contract/onboarding-steps.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useSteps } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { forgetTyped, placeOf } from './typed-steps.ts'

/** What a step needs of the page around it. */
export const StepContext = createContext<{
  readonly step: OnboardingStep
  readonly goTo: (step: OnboardingStep) => void
  readonly answer: (state: StepState) => Promise<void>
}>({ step: 'name', goTo: () => {}, answer: () => Promise.resolve() })

export type FieldErrors = (field: string) => string | undefined

interface StepFormProps {
  /**
   * Saves what was entered through the calls of its area; throws what the server refuses, whose fields are then told, or answers a sentence that says why
   * the step cannot end. Absent: there is nothing to save.
   */
  readonly save?: () => Promise<string | undefined>
  readonly children: ReactNode | ((errorOf: FieldErrors) => ReactNode)
}

/** One calm form with its ways on: back, skip, continue. */
export function StepForm({ save, children }: StepFormProps) {
  const words = useWords('dashboards')
  const kit = useWords('kit')
  const { step, goTo, answer } = useContext(StepContext)
  const [busy, setBusy] = useState<StepState>()
  const [failure, setFailure] = useState<string>()
  const [errors, setErrors] = useState<ApiError['errors']>({})
  const form = useRef<HTMLFormElement>(null)
  const { context } = useSession()
  const own = useSteps()
  const index = own.indexOf(step)
  const before = own[index - 1]

  // Whoever cannot see the red frame is taken to what is wrong.
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])

  const finish = async (state: StepState) => {
    setBusy(state)
    setFailure(undefined)
    setErrors({})
    try {
      const refusal = state === 'DONE' ? await save?.() : undefined
      if (refusal) setFailure(refusal)
      else {
        forgetTyped(placeOf(context, step))
        await answer(state)
      }
    } catch (reason) {
      setErrors(reason instanceof ApiError ? reason.errors : {})
      setFailure(failureText(reason))
    }
    setBusy(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void finish('DONE')
  }
  const errorOf: FieldErrors = (field) => errors[field]?.join('. ')
  return (
    <Stack ref={form} noValidate as="form" gap={16} onSubmit={submit}>
      {typeof children === 'function' ? children(errorOf) : children}
      <Text role="alert" as="p" padY={8} padX={12} corner={8} fill="bad" tone="bad" hidden={!failure}>
        {failure}
      </Text>
      <Row as="footer" wrap align="center" gap={8} above={8} edge="soft-above" className={css.footer}>
        {before ? <Button onClick={() => goTo(before)}>{kit('actions.back')}</Button> : null}
        <Text grow />
        <Button variant="subtle" loading={busy === 'SKIPPED'} disabled={busy !== undefined} onClick={() => void finish('SKIPPED')}>
          {words('onboarding.skip')}
        </Button>
        <Button type="submit" variant="primary" loading={busy === 'DONE'} disabled={busy !== undefined}>
          {words(index === own.length - 1 ? 'onboarding.finish' : 'onboarding.continue')}
        </Button>
      </Row>
    </Stack>
  )
}
