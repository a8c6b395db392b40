import { useQuery } from '@tanstack/react-query'
import { contextTypes, propertyNames, type Customer, type updateCustomer } from '#areas/tenancy/contract/customer.ts'
import type { listInstances } from '#areas/tenancy/contract/instance.ts'
import { flagNames, mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { features } from '#kit/contract/right.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { BranchSelect, CountrySelect } from './property-selects.tsx'
import css from './customers.module.css'

type Provided = Pick<
  BodyOf<typeof updateCustomer>,
  'instance_id' | 'branch' | 'country' | 'context_type' | 'features' | 'properties' | 'flags' | 'mfa_mode' | 'password_max_age_days'
>

/** What an organisation is given, to begin an edit with; a new one has every feature and follows its instance. */
export const providedOf = (customer: Customer | undefined): Provided =>
  customer
    ? {
        instance_id: customer.instance.id,
        branch: customer.branch,
        country: customer.country,
        context_type: customer.context_type,
        features: customer.features,
        properties: customer.properties,
        flags: customer.flags,
        mfa_mode: customer.mfa_mode,
        password_max_age_days: customer.password_max_age_days,
      }
    : { branch: null, country: null, context_type: null, features: [...features], properties: {}, flags: {}, mfa_mode: null, password_max_age_days: null }

interface ProvidedFieldsProps {
  readonly values: Provided
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly onChange: (values: Provided) => void
}

/** The part of an organisation's form that only the provider fills in: where it is, what it has, what overrides its instance. */
export function ProvidedFields({ values, errors, onChange }: ProvidedFieldsProps) {
  const t = useWords('tenancy')
  const set = (change: Partial<Provided>) => onChange({ ...values, ...change })
  const instances = useQuery({ queryKey: ['instance'], queryFn: ({ signal }) => api.call<typeof listInstances>('GET /instance', { signal }) })
  const several = (instances.data?.objects.length ?? 0) > 1
  return (
    <>
      {several ? (
        <Select
          label={t('customer.fields.instance')}
          options={(instances.data?.objects ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(values.instance_id ?? instances.data?.objects[0]?.id ?? '')}
          error={errors['instance_id']?.join('. ')}
          onChange={(value) => value && set({ instance_id: Number(value) })}
        />
      ) : null}
      <BranchSelect label={t('property.branch')} value={values.branch ?? null} error={errors['branch']?.join('. ')} onChange={(branch) => set({ branch })} />
      <CountrySelect
        label={t('property.country')}
        value={values.country ?? null}
        error={errors['country']?.join('. ')}
        onChange={(country) => set({ country })}
      />
      <Select
        label={t('customer.fields.context_type')}
        options={[{ value: '', label: t('customer.no_context') }, ...contextTypes.map((value) => ({ value, label: t(`customer.contexts.${value}`) }))]}
        value={values.context_type ?? ''}
        onChange={(value) => set({ context_type: contextTypes.find((each) => each === value) ?? null })}
      />
      <Select
        label={t('customer.fields.mfa_mode')}
        options={[{ value: '', label: t('customer.as_instance') }, ...mfaModes.map((value) => ({ value, label: t(`mfa_modes.${value}`) }))]}
        value={values.mfa_mode ?? ''}
        onChange={(value) => set({ mfa_mode: mfaModes.find((each) => each === value) ?? null })}
      />
      <TextInput
        label={t('customer.fields.password_max_age_days')}
        inputMode="numeric"
        placeholder={t('customer.as_instance')}
        value={values.password_max_age_days?.toString() ?? ''}
        error={errors['password_max_age_days']?.join('. ')}
        onChange={(event) => {
          const typed = event.target.value.replaceAll(/\D/g, '').slice(0, 4)
          set({ password_max_age_days: typed === '' ? null : Number(typed) })
        }}
      />
      <Grid as="fieldset" across columns={3} gap={12} className={css.quotas}>
        <legend>{t('customer.fields.properties')}</legend>
        {propertyNames.map((name) => (
          <Checkbox
            key={name}
            label={t(`customer.properties.${name}`)}
            checked={values.properties?.[name] ?? name === 'connector_allowed'}
            onChange={(event) => set({ properties: { ...values.properties, [name]: event.currentTarget.checked } })}
          />
        ))}
      </Grid>
      <Grid as="fieldset" across columns={3} gap={12} className={css.quotas}>
        <legend>{t('customer.fields.features')}</legend>
        {features.map((feature) => (
          <Checkbox
            key={feature}
            label={t(`customer.features.${feature}`)}
            checked={values.features?.includes(feature) ?? true}
            onChange={(event) =>
              set({ features: features.filter((each) => (each === feature ? event.currentTarget.checked : values.features?.includes(each))) })
            }
          />
        ))}
      </Grid>
      <Grid as="fieldset" across columns={3} gap={12} className={css.quotas} data-flags>
        <legend>{t('customer.flags')}</legend>
        {flagNames.map((flag) => (
          <Select
            key={flag}
            label={t(`flags.${flag}`)}
            options={[
              { value: '', label: t('customer.as_instance') },
              { value: 'on', label: t('customer.on') },
              { value: 'off', label: t('customer.off') },
            ]}
            value={values.flags?.[flag] === undefined || values.flags[flag] === null ? '' : values.flags[flag] ? 'on' : 'off'}
            onChange={(value) => set({ flags: { ...values.flags, [flag]: value === 'on' ? true : value === 'off' ? false : null } })}
          />
        ))}
      </Grid>
    </>
  )
}
