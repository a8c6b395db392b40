import { Check, ChevronDown, Minus, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type ComponentType, type RefObject } from 'react'
import { openStep, type OnboardingStep, type StepState } from '#areas/dashboards/contract/onboarding-steps.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useNavigate, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Page as PageFrame, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { tellOnboarding, useOnboarding, useSteps } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { StepContext } from './step-form.tsx'

const policies = () => import('./policies-step.tsx')
const forms: Readonly<Record<OnboardingStep, ComponentType>> = {
  name: lazy(async () => ({ default: (await import('./name-step.tsx')).NameStep })),
  access_control: lazy(async () => ({ default: (await import('./access-step.tsx')).AccessStep })),
  'policy-industry': lazy(async () => ({ default: (await policies()).IndustryStep })),
  'policy-regulations': lazy(async () => ({ default: (await policies()).RegulationsStep })),
  'policy-certifications': lazy(async () => ({ default: (await policies()).CertificationsStep })),
  'policy-import-mapping': lazy(async () => ({ default: (await import('./import-step.tsx')).ImportStep })),
  'perimeter-mapping': lazy(async () => ({ default: (await import('./perimeters-step.tsx')).PerimetersStep })),
  'action-plans': lazy(async () => ({ default: (await import('./plans-step.tsx')).PlansStep })),
  'action-plans-mapping': lazy(async () => ({ default: (await import('./plans-step.tsx')).PlansMappingStep })),
  'security-objectives': lazy(async () => ({ default: (await import('./objectives-step.tsx')).ObjectivesStep })),
  'security-bases': lazy(async () => ({ default: (await import('./bases-step.tsx')).BasesStep })),
}

const addressOf = (step: OnboardingStep) => path('/home/onboarding/$step', { step })

/** Leads the pilots of a new organisation, one form at a time; where they left, they go on (SHL-35). */
export function Page() {
  const words = useWords('dashboards')
  const kit = useWords('kit')
  const navigate = useNavigate()
  const { step: asked } = useParams<'/home/onboarding/$step'>()
  const progress = useOnboarding()
  const steps = progress.data?.steps
  const own = useSteps()
  const step = own.find((each) => each === asked)
  // Nothing is focused when the page is opened; from step to step, each one's title is.
  const moved = useRef(false)

  // `resume`, and steps that there are not, lead to where the organisation stands.
  useEffect(() => {
    if (!step && steps) void navigate({ to: addressOf(openStep(own, steps)), replace: true })
  }, [step, steps, own, navigate])

  const context = useMemo(() => {
    const goTo = (next: OnboardingStep) => void navigate({ to: addressOf(next) })
    return {
      step: step ?? 'name',
      goTo,
      answer: async (state: StepState) => {
        if (!step) return
        await tellOnboarding({ step, state })
        const next = own[own.indexOf(step) + 1]
        if (next) return goTo(next)
        toast.success(words('onboarding.finished'))
        void navigate({ to: path('/home') })
      },
    }
  }, [step, own, navigate, words])

  const answered = steps ? own.filter((each) => steps[each] !== undefined).length : 0
  const count = words('onboarding.answered', { done: String(answered), total: String(own.length) })
  return (
    <PageFrame canvas>
      <PageToolbar>
        <PageHeading title={words('pages.onboarding')} text={steps ? count : words('onboarding.lead')} />
        <ButtonLink to={path('/home')} icon={<X size={14} aria-hidden />}>
          {kit('actions.close')}
        </ButtonLink>
      </PageToolbar>
      {progress.isError ? <ErrorState reason={progress.error} onRetry={() => void progress.refetch()} /> : null}
      {steps && step ? (
        <Grid align="start" gap={12} className={css.layout}>
          <Rail current={step} steps={steps} />
          <StepContext value={context}>
            <Step key={step} step={step} moved={moved} />
          </StepContext>
        </Grid>
      ) : progress.isError ? null : (
        <SkeletonRows count={8} />
      )}
    </PageFrame>
  )
}

function Step({ step, moved }: { readonly step: OnboardingStep; readonly moved: RefObject<boolean> }) {
  const own = useSteps()
  const words = useWords('dashboards')
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    if (moved.current) title.current?.focus()
    moved.current = true
  }, [moved])
  const Form = forms[step]
  return (
    <Box as="section" edge="all" corner={12} fill="surface" className={css.card} aria-labelledby={id}>
      <Text as="p" size={12} tone="quiet" figures>
        {words('onboarding.step', { number: String(own.indexOf(step) + 1), total: String(own.length) })}
      </Text>
      <Text as="h2" above={2} below={6} size={20} ref={title} id={id} tabIndex={-1}>
        {words(`onboarding.steps.${step}.title`)}
      </Text>
      <Text as="p" below={20} tone="soft" className={css.lead}>
        {words(`onboarding.steps.${step}.text`)}
      </Text>
      <Suspense fallback={<SkeletonRows count={5} />}>
        <Form />
      </Suspense>
    </Box>
  )
}

/** All the steps, and how each stands; on a narrow screen behind one line. */
function Rail({ current, steps }: { readonly current: OnboardingStep; readonly steps: Readonly<Partial<Record<OnboardingStep, StepState>>> }) {
  const words = useWords('dashboards')
  const own = useSteps()
  const list = useId()
  const [open, setOpen] = useState(false)
  return (
    <nav className={css.rail} aria-label={words('pages.onboarding')}>
      <button type="button" className={css.toggle} aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        {words('onboarding.all_steps')}
        <ChevronDown size={16} aria-hidden />
      </button>
      <ol id={list} data-open={open || undefined}>
        {own.map((step, index) => (
          <li key={step}>
            <Link to={addressOf(step)} aria-current={step === current ? 'step' : undefined} onClick={() => setOpen(false)}>
              <Grid
                as="span"
                rigid
                centered
                edge="strong"
                fill="surface"
                tone="quiet"
                size={11}
                weight={600}
                figures
                className={css.mark}
                data-state={steps[step]}
                aria-hidden
              >
                {steps[step] === 'DONE' ? <Check size={13} strokeWidth={2.5} /> : steps[step] === 'SKIPPED' ? <Minus size={13} /> : index + 1}
              </Grid>
              <span>{words(`onboarding.steps.${step}.title`)}</span>
              {steps[step] ? <VisuallyHidden>{` – ${words(`onboarding.states.${steps[step]}`)}`}</VisuallyHidden> : null}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
