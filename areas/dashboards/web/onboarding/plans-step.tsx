import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Drafts, newDraft, written, type Draft } from './drafts.tsx'
import { usePlans } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { StepForm } from './step-form.tsx'
import { useTyped } from './use-typed.ts'

const ImportDialog = lazy(async () => ({ default: (await import('#kit/web/resource/import-dialog.tsx')).ImportDialog }))

/** Registers of actions: named here, or filled from a file at once. */
export function PlansStep() {
  const words = useWords('dashboards')
  const language = useLanguage()
  const plans = usePlans()
  const [drafts, setDrafts] = useTyped<readonly Draft[]>('drafts', () => [newDraft()])
  const [importing, setImporting] = useState(false)
  const save = async () => {
    const left: Draft[] = []
    for (const draft of written(drafts)) {
      try {
        await api.post('/program', { [`name_${language}`]: draft.name.trim() })
      } catch (reason) {
        left.push({ ...draft, error: (reason instanceof ApiError && Object.values(reason.errors)[0]?.join('. ')) || failureText(reason) })
      }
    }
    setDrafts(left.length > 0 ? left : [newDraft()])
    await renewed()
    return left.length > 0 ? words('onboarding.plans.failed', { count: left.length }) : undefined
  }
  const names = (plans.data ?? []).map(({ name, identifier }) => name ?? identifier)
  return (
    <>
      <StepForm save={save}>
        {names.length > 0 ? <p className={css.hint}>{words('onboarding.plans.there', { names: names.join(', ') })}</p> : null}
        <fieldset className={css.set}>
          <legend>{words('onboarding.plans.new')}</legend>
          <Drafts label={words('onboarding.plans.name')} add={words('onboarding.plans.add')} drafts={drafts} onChange={setDrafts} />
        </fieldset>
        <Row gap={8} wrap>
          <Button icon={<FileSpreadsheet size={14} aria-hidden />} onClick={() => setImporting(true)}>
            {words('onboarding.plans.import')}
          </Button>
        </Row>
      </StepForm>
      {importing ? (
        <Suspense>
          <ImportDialog entity={remediation} onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Actions that came in without a measure are tied to one, plan by plan. */
export function PlansMappingStep() {
  const words = useWords('dashboards')
  const plans = usePlans()
  return (
    <StepForm>
      {plans.isError ? <ErrorState reason={plans.error} onRetry={() => void plans.refetch()} /> : null}
      {plans.isPending ? <SkeletonRows count={4} /> : null}
      {plans.data?.length === 0 ? <EmptyState title={words('onboarding.plans.none')} /> : null}
      {plans.data?.length ? (
        <Box overflow="scrolled-across">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{words('onboarding.plans.plan')}</th>
                <th scope="col">{words('onboarding.plans.actions')}</th>
                <th scope="col">{words('onboarding.plans.measures')}</th>
              </tr>
            </thead>
            <tbody>
              {plans.data.map(({ id, name, identifier, actions }) => (
                <tr key={id}>
                  <td>{name ?? identifier}</td>
                  <td>
                    <CountLink
                      count={actions ?? 0}
                      to={rowsAt(path('/actions/$id', { id }), [])}
                      label={`${name ?? identifier}, ${words('onboarding.plans.actions')}`}
                    />
                  </td>
                  <td>
                    <ButtonLink size="sm" to={rowsAt(path('/actions/$id/mapping', { id }), [])}>
                      {words('onboarding.plans.map')}
                    </ButtonLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      ) : null}
    </StepForm>
  )
}
