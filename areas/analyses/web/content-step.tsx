import { LibraryBig } from 'lucide-react'
import { useMemo, useState, type FormEvent } from 'react'
import { LazyModelPicker } from '#areas/catalog/web/index.ts'
import { riskAnalysis, type AnalysisStep } from '#areas/analyses/contract/risk-analysis.ts'
import { ownPlaces } from '#areas/risks/web/index.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { useRight } from '#kit/web/api/session.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import type { EntityDef } from '#kit/contract/entity.ts'
import { isSaveKey } from '#kit/web/resource/entity-form.tsx'
import { EntityFields, FormField } from '#kit/web/resource/entity-fields.tsx'
import { updateRow, useRecord } from '#kit/web/resource/list-api.ts'
import { MetFields } from '#kit/web/resource/both-values.tsx'
import { useEntityForm } from '#kit/web/resource/use-entity-form.ts'
import { useKeptForm } from '#kit/web/ui/ask-before-leaving.ts'
import { askToDiscard } from '#kit/web/ui/confirm.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { actOn, useProposal, type Analysis } from './study-api.ts'
import css from './study.module.css'

/** Its fields are asked for by name. */
const entity: EntityDef = riskAnalysis

interface ContentStepProps {
  readonly row: Analysis
  readonly step: AnalysisStep
  readonly disabled: boolean
}

/** What belongs to a study: context and values, assets, threats; each with what could be added at once. */
export function ContentStep({ row, step, disabled }: ContentStepProps) {
  const kit = useWords('kit')
  const contextOf = useFieldContexts(riskAnalysis)
  const state = useEntityForm({ entity, row: useRecord(entity, row.id).data })
  useKeptForm({ dirty: state.dirty, mayLeave: askToDiscard, stays: () => false })
  const places = useMemo(() => (row.sides ? ownPlaces(row.sides, ['impacts.impact']) : {}), [row.sides])
  const fields = riskAnalysis.form.find(({ section }) => section === step)?.fields ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void state.save()
  }
  return (
    <Grid as="form" gap={14} className={css.content} noValidate onSubmit={submit} onKeyDown={(event) => isSaveKey(event) && submit(event)} data-entity-form>
      <MetFields state={state}>
        {!disabled && (step === 'assets' || step === 'threats') ? (
          <Row wrap align="center" gap={12} rowGap={8}>
            <Proposal row={row} part={step === 'assets' ? 'supporting_assets' : 'threats'} dirty={state.dirty} />
            {step === 'threats' ? <Typical row={row} dirty={state.dirty} /> : null}
          </Row>
        ) : null}
        {disabled ? (
          <EntityFields state={state} disabled unasked={new Set(Object.keys(riskAnalysis.fields).filter((name) => !fields.includes(name)))} own={places} />
        ) : (
          fields.map((name) => (
            <FormField
              key={name}
              context={contextOf(name)}
              control={state.form.control}
              entity={riskAnalysis}
              row={state.row}
              onLeave={state.leave}
              own={places}
            />
          ))
        )}
      </MetFields>
      {disabled ? null : (
        <Row gap={8} spread="last">
          <Button onClick={state.reset} disabled={!state.dirty}>
            {kit('actions.cancel')}
          </Button>
          <Button type="submit" variant={state.dirty ? 'primary' : 'default'} disabled={!state.dirty} loading={state.saving}>
            {kit('actions.save')}
          </Button>
        </Row>
      )}
    </Grid>
  )
}

/** All assets that carry the values, or all threats that concern the assets, in one press; what was typed is saved first. */
function Proposal({ row, part, dirty }: { readonly row: Analysis; readonly part: 'supporting_assets' | 'threats'; readonly dirty: boolean }) {
  const t = useWords('analyses')
  const { data } = useProposal(row)
  const [add, busy] = useSubmit(async () => {
    try {
      const message = await actOn(row, 'propose', { part })
      if (message) toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await renewed()
    }
  })
  if (!data) return null
  const count = data[part]
  return count === 0 ? (
    <Text as="p" tone="soft">
      {t(`propose.none_${part}`)}
    </Text>
  ) : (
    <div>
      <Button onClick={() => add()} loading={busy} disabled={dirty}>
        {t(`propose.${part}`, { count })}
      </Button>
    </div>
  )
}

/** The threats of a typical risk of the catalogue, added in one press. */
function Typical({ row, dirty }: { readonly row: Analysis; readonly dirty: boolean }) {
  const t = useWords('analyses')
  const may = useRight('risk_model.read')
  const [picking, setPicking] = useState(false)
  const [pick] = useSubmit(async (model: number) => {
    try {
      const { object } = await api.get<ObjectAnswer<{ readonly threats: readonly { readonly id: number }[] }>>(`/risk_model/${model}`)
      const known = new Set(row.threats.map(({ id }) => id))
      const added = object.threats.filter(({ id }) => !known.has(id))
      if (added.length === 0) {
        toast.info(t(object.threats.length === 0 ? 'typical.none' : 'typical.known'))
        return
      }
      await updateRow(riskAnalysis, row, { threats: [...known, ...added.map(({ id }) => id)] })
      toast.success(t('typical.added', { count: added.length }))
    } catch (reason) {
      toast.error(failureText(reason))
    }
  })
  if (!may) return null
  return (
    <>
      <Button icon={<LibraryBig size={14} aria-hidden />} disabled={dirty} onClick={() => setPicking(true)}>
        {t('typical.pick')}
      </Button>
      {picking ? (
        <Suspense>
          <LazyModelPicker
            entity="risk_model"
            onPick={({ id }) => {
              setPicking(false)
              pick(id)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
