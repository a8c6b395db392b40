import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { instanceTypes, type createInstance, type Instance, type listInstances, type updateInstance } from '#areas/tenancy/contract/instance.ts'
import { flagNames, mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Block, BlockGrid, Facts, Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { TermsEditor } from './terms-editor.tsx'
import css from './tenancy.module.css'

/** What holds for everybody of an instance (ADM-04); support looks, administrators change. */
export function Page() {
  const t = useWords('tenancy')
  const [chosen, setChosen] = useState<number>()
  const [adding, setAdding] = useState(false)
  const list = useQuery({
    queryKey: ['instance'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listInstances>('GET /instance', { signal }),
  })
  if (list.error)
    return (
      <Sheet>
        <ErrorState reason={list.error} onRetry={() => void list.refetch()} />
      </Sheet>
    )
  if (!list.data)
    return (
      <Sheet>
        <SkeletonRows />
      </Sheet>
    )
  const { objects, add_right: editable, widgets } = list.data
  const instance = objects.find(({ id }) => id === chosen) ?? objects[0]
  if (!instance) return null
  const configured = (on: boolean) => t(on ? 'instance.configured' : 'instance.not_configured')
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={instance.name} text={editable ? t('instance.customers', { count: instance.customers }) : t('instance.read_only')} />
        {objects.length > 1 ? (
          <Select
            aria-label={t('instance.choose')}
            options={objects.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(instance.id)}
            onChange={(value) => setChosen(Number(value))}
          />
        ) : null}
        {editable ? (
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
            {t('instance.new')}
          </Button>
        ) : null}
      </PageToolbar>
      <div>
        <BlockGrid>
          <Block title={t('instance.general')} span={7}>
            <InstanceForm key={`${instance.id}.${instance.version}`} instance={instance} editable={editable} />
          </Block>
          <Block title={t('instance.widgets')} span={5}>
            <Facts
              facts={[
                [t('instance.support_chat'), configured(widgets.support_chat)],
                [t('instance.hubspot'), configured(widgets.hubspot)],
              ]}
            />
            <p className={css.note}>{t('instance.widgets_hint')}</p>
          </Block>
          <Block title={t('terms.title')}>
            <TermsEditor key={instance.id} instance={instance} editable={editable} />
          </Block>
        </BlockGrid>
      </div>
      {adding ? (
        <NewInstance
          onClose={(id) => {
            setAdding(false)
            if (id) setChosen(id)
          }}
        />
      ) : null}
    </Sheet>
  )
}

const settingsOf = ({ name, type, mfa_mode, password_max_age_days, password_history, flags }: Instance) => ({
  name,
  type,
  mfa_mode,
  password_max_age_days,
  password_history,
  flags,
})

function InstanceForm({ instance, editable }: { readonly instance: Instance; readonly editable: boolean }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [values, setValues] = useState(instance)
  const { errorOf, form, busy, save: saving } = useSaving({ onRefused: ({ code }) => (code === 'STALE' ? invalidate('instance') : undefined) })
  const set = (change: Partial<Instance>) => setValues({ ...values, ...change })
  const number = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 4))
  const save = () =>
    saving(async () => {
      const { message } = await api.call<typeof updateInstance>('PUT /instance/{id}', {
        params: { id: instance.id },
        body: { ...settingsOf(values), version: values.version },
      })
      await invalidate('instance')
      return message
    })
  useAskBeforeLeaving(JSON.stringify(settingsOf(values)) !== JSON.stringify(settingsOf(instance)), save)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form ref={form} noValidate className={css.form} onSubmit={submit}>
      <TextInput
        label={t('instance.fields.name')}
        required
        maxLength={128}
        disabled={!editable}
        value={values.name}
        error={errorOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Select
        label={t('instance.fields.type')}
        options={instanceTypes.map((value) => ({ value, label: t(`instance.types.${value}`) }))}
        value={values.type}
        disabled={!editable}
        onChange={(value) => set({ type: instanceTypes.find((each) => each === value) ?? values.type })}
      />
      <Select
        label={t('instance.fields.mfa_mode')}
        options={mfaModes.map((value) => ({ value, label: t(`mfa_modes.${value}`) }))}
        value={values.mfa_mode}
        disabled={!editable}
        onChange={(value) => set({ mfa_mode: mfaModes.find((each) => each === value) ?? values.mfa_mode })}
      />
      <TextInput
        label={t('instance.fields.password_max_age_days')}
        help={t('instance.age_hint')}
        inputMode="numeric"
        disabled={!editable}
        value={String(values.password_max_age_days)}
        error={errorOf('password_max_age_days')}
        onChange={(event) => set({ password_max_age_days: number(event.target.value) })}
      />
      <TextInput
        label={t('instance.fields.password_history')}
        help={t('instance.history_hint')}
        inputMode="numeric"
        disabled={!editable}
        value={String(values.password_history)}
        error={errorOf('password_history')}
        onChange={(event) => set({ password_history: number(event.target.value) })}
      />
      <Box as="fieldset" across>
        <Text as="legend" below={8} size={13} weight={600}>
          {t('instance.flags')}
        </Text>
        <p className={css.note}>{t('instance.flags_hint')}</p>
        <Grid gap={12} rowGap={8} className={css.checks}>
          {flagNames.map((flag) => (
            <Checkbox
              key={flag}
              label={t(`flags.${flag}`)}
              disabled={!editable}
              checked={values.flags[flag] ?? true}
              onChange={(event) => set({ flags: { ...values.flags, [flag]: event.currentTarget.checked } })}
            />
          ))}
        </Grid>
      </Box>
      {editable ? (
        <Row across wrap align="center" gap={8}>
          <Button type="submit" variant="primary" loading={busy}>
            {kit('actions.save')}
          </Button>
        </Row>
      ) : null}
    </form>
  )
}

function NewInstance({ onClose }: { readonly onClose: (id?: number) => void }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [name, setName] = useState('')
  const [type, setType] = useState<Instance['type']>('business')
  const send = async () => {
    const { message, object } = await api.call<typeof createInstance>('POST /instance', { body: { name, type } })
    await invalidate('instance', 'customer')
    onClose(object.id)
    return message
  }
  return (
    <FormDialog title={t('instance.new')} action={kit('actions.create')} send={send} onClose={() => onClose()} onDone={() => {}}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('instance.fields.name')}
            required
            autoFocus
            maxLength={128}
            value={name}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <Select
            label={t('instance.fields.type')}
            options={instanceTypes.map((value) => ({ value, label: t(`instance.types.${value}`) }))}
            value={type}
            onChange={(value) => setType(instanceTypes.find((each) => each === value) ?? type)}
          />
        </>
      )}
    </FormDialog>
  )
}
