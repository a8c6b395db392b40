import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { quotaNames, usualBounds, type createCustomerCall, type Customer, type updateCustomer } from '#areas/tenancy/contract/customer.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { leaveForm } from '#kit/web/ui/ask-before-leaving.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { ProvidedFields, providedOf } from './provided-fields.tsx'
import css from './customers.module.css'

interface CustomerDialogProps {
  /** Absent: a new one. */
  readonly customer: Customer | undefined
  readonly onClose: () => void
}

/** The list of the platform leaves UTC out. */
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}))

/** Adds or edits an organisation; an empty quota is no limit. */
export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const form = useId()
  const reader = useLanguage()
  const [name, setName] = useState(customer?.name ?? '')
  const [identifier, setIdentifier] = useState(customer?.identifier ?? '')
  const [color, setColor] = useState(customer?.color ?? null)
  const [lang, setLang] = useState<Language>(customer?.lang ?? reader)
  const [timeZone, setTimeZone] = useState(customer?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [quotas, setQuotas] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(quotaNames.map((quota) => [quota, customer?.quotas[quota]?.toString() ?? ''])),
  )
  const [provided, setProvided] = useState(() => providedOf(customer))
  const { errors, errorOf, form: element, busy, save: saving } = useSaving()

  const limits = Object.fromEntries(quotaNames.map((quota) => [quota, quotas[quota] ? Number(quotas[quota]) : null]))
  const body = { name, ...(identifier && { identifier }), color, lang, time_zone: timeZone, quotas: limits, ...provided }
  const [before] = useState(JSON.stringify(body))

  const save = () =>
    saving(async () => {
      const { message } = customer
        ? await api.call<typeof updateCustomer>('PUT /customer/{id}', {
            params: { id: customer.id },
            body: { ...body, version: customer.version },
          })
        : await api.call<typeof createCustomerCall>('POST /customer', { body })
      await invalidate('customer')
      onClose()
      return message
    })
  const leave = () => void leaveForm(JSON.stringify(body) !== before, save, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }

  return (
    <Modal
      title={customer?.name ?? t('customer.new')}
      unasked
      onClose={leave}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {kit(customer ? 'actions.save' : 'actions.create')}
          </Button>
        </>
      }
    >
      <Grid ref={element} id={form} noValidate as="form" columns={2} gap={12} className={css.grid} onSubmit={submit}>
        <Box across>
          <TextInput
            label={t('customer.fields.name')}
            required
            data-autofocus
            maxLength={128}
            value={name}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
        </Box>
        <TextInput
          label={t('customer.fields.identifier')}
          help={t('customer.identifier_hint')}
          maxLength={64}
          spellCheck={false}
          value={identifier}
          error={errorOf('identifier')}
          onChange={(event) => setIdentifier(event.target.value.toLowerCase())}
        />
        <Select
          label={t('customer.fields.lang')}
          options={languages.map((value) => ({ value, label: kit(`language.${value}`) }))}
          value={lang}
          onChange={(value) => setLang(value === 'fr' ? 'fr' : 'en')}
        />
        <Select
          label={t('customer.fields.time_zone')}
          options={zones}
          value={timeZone}
          error={errorOf('time_zone')}
          onChange={(value) => setTimeZone(value ?? timeZone)}
        />
        <Field label={t('customer.fields.color')} error={errorOf('color')}>
          {(control) => (
            <Row align="center" gap={8} tone="soft" className={css.color}>
              <input {...control} type="color" value={color ?? '#8a93a3'} onChange={(event) => setColor(event.target.value)} />
              <span>{color ?? t('customer.no_color')}</span>
              {color ? (
                <IconButton label={kit('actions.clear')} onClick={() => setColor(null)}>
                  <X size={14} />
                </IconButton>
              ) : null}
            </Row>
          )}
        </Field>
        <Grid as="fieldset" across columns={3} gap={12} className={css.quotas}>
          <legend>{t('customer.fields.quotas')}</legend>
          {quotaNames.map((quota) => (
            <TextInput
              key={quota}
              label={t(`customer.quotas.${quota}`)}
              inputMode="numeric"
              placeholder={String(usualBounds[quota] ?? t('customer.unlimited'))}
              value={quotas[quota] ?? ''}
              error={errorOf(`quotas.${quota}`)}
              onChange={(event) => setQuotas({ ...quotas, [quota]: event.target.value.replaceAll(/\D/g, '').slice(0, 7) })}
            />
          ))}
        </Grid>
        <ProvidedFields values={provided} errors={errors} onChange={setProvided} />
      </Grid>
    </Modal>
  )
}
