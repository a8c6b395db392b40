import { Footprints, X } from 'lucide-react'
import { openStep } from '#areas/dashboards/contract/onboarding-steps.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink, IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { tellOnboarding, useOnboarding, useSteps } from './onboarding-api.ts'
import css from './onboarding.module.css'

/** Invites the pilots of a new organisation to their first steps, until these are done or the invitation is put away. */
export function FirstStepsBanner() {
  const words = useWords('dashboards')
  const { data } = useOnboarding()
  const own = useSteps()
  if (!data?.offered || data.dismissed) return null
  const done = own.filter((step) => data.steps[step] !== undefined).length
  const dismiss = () => tellOnboarding({ dismissed: true }).catch((reason: unknown) => toast.error(failureText(reason)))
  return (
    <Row as="section" wrap align="center" gap={12} rowGap={6} below={12} corner={8} fill="accent" className={css.banner} aria-label={words('pages.onboarding')}>
      <Footprints size={18} aria-hidden />
      <Text as="strong" weight={600}>
        {words('onboarding.progress', { done: String(done), total: String(own.length) })}
      </Text>
      <span>{words('onboarding.lead')}</span>
      <ButtonLink variant="primary" size="sm" to={path('/home/onboarding/$step', { step: openStep(own, data.steps) })}>
        {words(done === 0 ? 'onboarding.start' : 'onboarding.resume')}
      </ButtonLink>
      <IconButton label={words('onboarding.dismiss')} onClick={() => void dismiss()}>
        <X size={16} aria-hidden />
      </IconButton>
    </Row>
  )
}

/** The way back for whoever put the invitation away before the end. */
export function FirstStepsLink() {
  const words = useWords('dashboards')
  const { data } = useOnboarding()
  const own = useSteps()
  if (!data?.offered || !data.dismissed) return null
  return (
    <ButtonLink icon={<Footprints size={14} aria-hidden />} to={path('/home/onboarding/$step', { step: openStep(own, data.steps) })}>
      {words('pages.onboarding')}
    </ButtonLink>
  )
}
