import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readSupplierSettings, startClassification, writeSupplierSettings } from '#areas/suppliers/contract/calls.ts'
import { entityTypes, type SupplierSettings } from '#areas/suppliers/contract/settings.ts'
import { criticalities } from '#areas/suppliers/contract/supplier.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { readStructure } from '#areas/questionnaires/contract/calls.ts'
import { textIn } from '#areas/questionnaires/contract/structure.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { Reading } from '#kit/web/ui/reading.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import css from './suppliers.module.css'

type Read = { readonly object: SupplierSettings; readonly edit_right: boolean }

/** How suppliers are classified, how often they are evaluated, and who reports the register of information. */
export function Page() {
  const { data, error, refetch } = useQuery({
    queryKey: ['supplier', 'settings'],
    queryFn: ({ signal }) => api.call<typeof readSupplierSettings>('GET /supplier/settings', { signal }),
    meta: { essential: true },
  })
  return (
    <Sheet>
      <Box overflow="scrolled" padY={16} padX={16} className={css.sheet}>
        {error ? (
          <ErrorState reason={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Settings key={data.object.version} read={data} />
        ) : (
          <SkeletonRows count={12} />
        )}
      </Box>
    </Sheet>
  )
}

interface Draft {
  readonly questionnaire: string | null
  readonly accumulator: string | null
  readonly months: Readonly<Record<string, string>>
  readonly by: Readonly<Record<string, string | null>>
  readonly entity: Readonly<Record<string, string>>
}

const texts = ['name', 'lei', 'country', 'authority', 'currency', 'total_assets'] as const

const draftOf = ({ questionnaire, accumulator, months, entity, evaluated_by: by }: SupplierSettings): Draft => ({
  questionnaire: questionnaire ? String(questionnaire.id) : null,
  accumulator,
  months: Object.fromEntries(criticalities.map((level) => [level, String(months[level])])),
  by: Object.fromEntries(criticalities.map((level) => [level, by[level] ? String(by[level].id) : null])),
  entity: Object.fromEntries([...texts, 'type' as const, 'integrated_on' as const].map((name) => [name, entity[name] === null ? '' : String(entity[name])])),
})

/** As the server takes it: what is empty is none. */
const bodyOf = ({ questionnaire, accumulator, months, entity, by }: Draft, version: number) => ({
  version,
  questionnaire: questionnaire === null ? null : Number(questionnaire),
  accumulator: questionnaire === null ? null : accumulator,
  months: Object.fromEntries(criticalities.map((level) => [level, Number(months[level])])) as SupplierSettings['months'],
  evaluated_by: Object.fromEntries(criticalities.map((level) => [level, by[level] ? Number(by[level]) : null])) as Record<
    (typeof criticalities)[number],
    number | null
  >,
  entity: {
    ...(Object.fromEntries(texts.map((name) => [name, entity[name]?.trim() || null])) as Omit<
      SupplierSettings['entity'],
      'type' | 'total_assets' | 'integrated_on'
    >),
    integrated_on: entity.integrated_on || null,
    type: (entity.type || null) as SupplierSettings['entity']['type'],
    total_assets: entity.total_assets?.trim() ? Number(entity.total_assets.replaceAll(/\s/g, '').replace(',', '.')) : null,
  },
})

function Settings({ read: { object: settings, edit_right: editable } }: { readonly read: Read }) {
  const t = useWords('suppliers')
  const kit = useWords('kit')
  const [draft, setDraft] = useState(() => draftOf(settings))
  const { errorOf, form, busy, save: saving } = useSaving()
  const dirty = JSON.stringify(draft) !== JSON.stringify(draftOf(settings))
  const send = (ask: () => Promise<{ message?: string | undefined }>) =>
    saving(async () => {
      const { message } = await ask()
      await invalidate('supplier')
      return message
    })
  const save = () => send(() => api.call<typeof writeSupplierSettings>('PUT /supplier/settings', { body: bodyOf(draft, settings.version) }))
  const start = () => send(() => api.call<typeof startClassification>('POST /supplier/settings/starter'))
  useAskBeforeLeaving(dirty, save)
  return (
    <Reading on={!editable}>
      <form
        ref={form}
        className={css.settings}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset>
          <legend>{t('settings.classification')}</legend>
          <p className={css.soft}>{t('settings.classification_lead')}</p>
          <Asked settings={settings} draft={draft} onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))} errorOf={errorOf} />
          {editable && settings.questionnaire === null ? (
            <div className={css.bar}>
              <Button onClick={() => void start()} loading={busy}>
                {t('settings.starter')}
              </Button>
              <span className={css.soft}>{t('settings.starter_help')}</span>
            </div>
          ) : null}
        </fieldset>
        <fieldset>
          <legend>{t('settings.frequency')}</legend>
          <p className={css.soft}>{t('settings.frequency_lead')}</p>
          {criticalities.map((level) => (
            <fieldset key={level} className={css.level}>
              <legend>{t(`entities.supplier.choices.criticality.${level}`)}</legend>
              <TextInput
                label={t('settings.months')}
                inputMode="numeric"
                maxLength={3}
                value={draft.months[level] ?? ''}
                error={errorOf(`months.${level}`)}
                onChange={(event) => setDraft((before) => ({ ...before, months: { ...before.months, [level]: event.target.value } }))}
              />
              <Evaluating
                known={settings.evaluated_by[level]}
                value={draft.by[level] ?? null}
                error={errorOf(`evaluated_by.${level}`)}
                onChange={(chosen) => setDraft((before) => ({ ...before, by: { ...before.by, [level]: chosen } }))}
              />
            </fieldset>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('settings.entity')}</legend>
          <Grid gap={12} className={css.grid}>
            {texts.map((name) => (
              <TextInput
                key={name}
                label={t(`settings.${name}`)}
                value={draft.entity[name] ?? ''}
                error={errorOf(`entity.${name}`)}
                onChange={(event) => setDraft((before) => ({ ...before, entity: { ...before.entity, [name]: event.target.value } }))}
              />
            ))}
            <DateInput
              label={t('settings.integrated_on')}
              value={draft.entity.integrated_on || null}
              max={dayOf()}
              error={errorOf('entity.integrated_on')}
              onChange={(day) => setDraft((before) => ({ ...before, entity: { ...before.entity, integrated_on: day ?? '' } }))}
            />
            <Select
              label={t('settings.type')}
              options={entityTypes.map((value) => ({ value, label: t(`settings.types.${value}`) }))}
              value={draft.entity.type || null}
              onChange={(type) => setDraft((before) => ({ ...before, entity: { ...before.entity, type: type ?? '' } }))}
            />
          </Grid>
        </fieldset>
        {editable ? (
          <div className={css.bar}>
            <Button type="submit" variant="primary" disabled={!dirty} loading={busy}>
              {kit('actions.save')}
            </Button>
          </div>
        ) : null}
      </form>
    </Reading>
  )
}

interface EvaluatingProps {
  readonly known: Reference | null
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (value: string | null) => void
}

/** By which questionnaire suppliers of a criticality are evaluated. */
function Evaluating({ known, value, error, onChange }: EvaluatingProps) {
  const t = useWords('suppliers')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('questionnaire', text, true)
  const own = known && !options.some(({ id }) => id === known.id) ? [known] : []
  return (
    <Select
      label={t('settings.evaluated_by')}
      options={[...own, ...options].map((one) => namedOption(one.id, one.name))}
      value={value}
      error={error}
      onChange={onChange}
      onSearch={setText}
      more={more}
      loading={busy}
      failed={failed}
    />
  )
}

interface AskedProps {
  readonly settings: SupplierSettings
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
  readonly errorOf: (field: string) => string | undefined
}

/** Which questionnaire, and which of its accumulators that name levels. */
function Asked({ settings, draft, onChange, errorOf }: AskedProps) {
  const t = useWords('suppliers')
  const lang = useLanguage()
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('questionnaire', text, true)
  const known = settings.questionnaire && !options.some(({ id }) => id === settings.questionnaire?.id) ? [settings.questionnaire] : []
  const { data } = useQuery({
    queryKey: ['questionnaire', 'structure', draft.questionnaire],
    queryFn: ({ signal }) =>
      api.call<typeof readStructure>('GET /questionnaire/{id}/structure', { params: { id: Number(draft.questionnaire) }, query: {}, signal }),
    enabled: draft.questionnaire !== null,
  })
  const accumulators = (data?.object.structure.accumulators ?? []).filter(({ levels }) => levels.length > 0)
  return (
    <Grid gap={12} className={css.grid}>
      <Select
        label={t('settings.questionnaire')}
        placeholder={t('settings.by_hand')}
        options={[...known, ...options].map((one) => namedOption(one.id, one.name))}
        value={draft.questionnaire}
        error={errorOf('questionnaire')}
        onChange={(questionnaire) => onChange({ questionnaire, accumulator: null })}
        onSearch={setText}
        more={more}
        loading={busy}
        failed={failed}
      />
      <Select
        label={t('settings.accumulator')}
        disabled={draft.questionnaire === null}
        options={accumulators.map((one) => ({ value: one.key, label: textIn(one, 'name', lang) || one.key }))}
        value={draft.accumulator}
        error={errorOf('accumulator')}
        onChange={(accumulator) => onChange({ accumulator })}
      />
    </Grid>
  )
}
